#!/bin/sh
# The PostgreSQL image runs this once, as superuser, when its volume is empty. docs/operating.md has the same statements.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$CRM_DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role restoration_app nologin;
create role crm login password :'password';
grant restoration_app to crm;
create database crm owner crm encoding 'UTF8' template template0;
SQL
