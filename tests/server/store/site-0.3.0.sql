CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE chores (
    chore VARCHAR(40) NOT NULL,
    done_at BIGINT NOT NULL,
    PRIMARY KEY (chore)
);
CREATE TABLE codes (
    code VARCHAR(8) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    until VARCHAR(40) NOT NULL,
    PRIMARY KEY (code),
    UNIQUE (table_id)
);
CREATE INDEX ix_codes_until ON codes (until);
CREATE TABLE daily_chain (
    number SERIAL NOT NULL,
    begins VARCHAR(10) NOT NULL,
    last VARCHAR(64) NOT NULL,
    PRIMARY KEY (number)
);
CREATE TABLE daily_tries (
    table_id VARCHAR(40) NOT NULL,
    day VARCHAR(10) NOT NULL,
    network VARCHAR(64) NOT NULL,
    counted BOOLEAN NOT NULL,
    heads INTEGER,
    PRIMARY KEY (table_id)
);
CREATE INDEX ix_daily_tries_day ON daily_tries (day, network);
CREATE INDEX ix_daily_tries_heads ON daily_tries (day, heads, counted);
CREATE TABLE deadlines (
    table_id VARCHAR(40) NOT NULL,
    deadline_at BIGINT NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE INDEX ix_deadlines_deadline_at ON deadlines (deadline_at);
CREATE TABLE games (
    game_id VARCHAR(40) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    over BOOLEAN NOT NULL,
    PRIMARY KEY (game_id)
);
CREATE INDEX ix_games_table_id ON games (table_id);
CREATE TABLE invitations (
    invitation_id VARCHAR(40) NOT NULL,
    bot_id VARCHAR(40) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    until BIGINT NOT NULL,
    answer VARCHAR(20) NOT NULL,
    proof VARCHAR(64) NOT NULL,
    PRIMARY KEY (invitation_id)
);
CREATE INDEX ix_invitations_bot_id ON invitations (bot_id);
CREATE INDEX ix_invitations_table_id ON invitations (table_id);
CREATE INDEX ix_invitations_until ON invitations (until);
CREATE TABLE log (
    table_id VARCHAR(40) NOT NULL,
    version INTEGER NOT NULL,
    at VARCHAR(40) NOT NULL,
    happening TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
);
CREATE TABLE open_tables (
    table_id VARCHAR(40) NOT NULL,
    at VARCHAR(40) NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE INDEX ix_open_tables_at ON open_tables (at);
CREATE TABLE outside_bots (
    bot_id VARCHAR(40) NOT NULL,
    proof VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    looks TEXT NOT NULL,
    run_by TEXT NOT NULL,
    since BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    here_until BIGINT NOT NULL,
    stream VARCHAR(40) NOT NULL,
    missed INTEGER NOT NULL,
    fares TEXT NOT NULL,
    PRIMARY KEY (bot_id),
    UNIQUE (proof),
    UNIQUE (looks)
);
CREATE INDEX ix_outside_bots_seen_at ON outside_bots (seen_at);
CREATE INDEX ix_outside_bots_here_until ON outside_bots (here_until);
CREATE TABLE outside_games (
    game_id VARCHAR(40) NOT NULL,
    bot_id VARCHAR(40) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    PRIMARY KEY (game_id, bot_id)
);
CREATE INDEX ix_outside_games_table_id ON outside_games (table_id);
CREATE TABLE pushes (
    table_id VARCHAR(40) NOT NULL,
    seat INTEGER NOT NULL,
    proof VARCHAR(64) NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh VARCHAR(100) NOT NULL,
    auth VARCHAR(40) NOT NULL,
    language VARCHAR(8) NOT NULL,
    site TEXT NOT NULL,
    told INTEGER NOT NULL,
    look_at BIGINT,
    tries INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX ix_pushes_look_at ON pushes (look_at);
CREATE TABLE reviews (
    game_id VARCHAR(40) NOT NULL,
    seat INTEGER NOT NULL,
    coach VARCHAR(40) NOT NULL,
    table_id VARCHAR(40) NOT NULL,
    asked_at BIGINT NOT NULL,
    taken_until BIGINT NOT NULL,
    tries INTEGER NOT NULL,
    share FLOAT NOT NULL,
    body TEXT,
    PRIMARY KEY (game_id, seat, coach)
);
CREATE INDEX ix_reviews_table_id ON reviews (table_id);
CREATE INDEX ix_reviews_asked_at ON reviews (asked_at);
CREATE TABLE secrets (
    name VARCHAR(40) NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);
INSERT INTO alembic_version VALUES ('0006');
