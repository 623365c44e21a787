#!/bin/sh
# Run once by the image of PostgreSQL, as its superuser, when its volume is empty. The same as in docs/operating.md.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$CRM_DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role restoration_app nologin;
create role crm login password :'password';
grant restoration_app to crm;
create database crm owner crm encoding 'UTF8' template template0;
SQL
