-- A keyed hash of the network where a session began. While others guess the account's password from many networks,
-- sign-ins from this network are not slowed down.
alter table sessions add column network varchar(64);

-- Too many failures under this key: from this time on, the next attempt is checked.
alter table sign_in_failures add column next_at timestamptz;
