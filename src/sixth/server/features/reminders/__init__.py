"""Web Push: notifications to closed browsers, of turns at slow tables and of open tables."""
