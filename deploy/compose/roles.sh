#!/bin/sh
# Runs once, when the database is created: the roles and the database of docs/operate/install.md.
set -eu
secrets=${SECRETS:-/run/secrets}
psql -X -q -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    -v app="$(cat "$secrets/app_password")" -v owner="$(cat "$secrets/owner_password")" <<'SQL'
create role wellwish_runtime nologin;
create role wellwish_app login password :'app' in role wellwish_runtime;
create role wellwish_owner login password :'owner';
create database wellwish owner wellwish_owner encoding 'UTF8' template template0;
SQL
