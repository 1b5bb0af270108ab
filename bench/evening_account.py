class Accounts: pass
accounts_of=report=None
