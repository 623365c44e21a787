-- Where a session began, as a keyed hash: an account that is guessed at from everywhere is not slowed down there.
alter table sessions add column network varchar(64);

-- When the next try counted under this key is taken, where tries are taken one after the other.
alter table sign_in_failures add column next_at timestamptz;
