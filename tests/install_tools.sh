#!/usr/bin/env bash
# What the tests need besides Python: Node.js for the page, a browser, openssl, and a PostgreSQL and a Redis that they
# start themselves.
# Installs what is missing where it may (root, apt); otherwise says what to install. Asks nothing.
set -euo pipefail

missing=()
command -v npm >/dev/null || missing+=(nodejs npm)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
    missing+=(chromium)
command -v initdb >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || missing+=(postgresql)
command -v openssl >/dev/null || missing+=(openssl)
command -v redis-server >/dev/null || missing+=(redis-server)
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "The tests need: ${missing[*]}. Install them with your system's packages, then run this again." >&2
    exit 1
fi
echo "Installing for the tests: ${missing[*]}"
# The tests start a PostgreSQL of their own: the package need not start one, too.
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    mkdir -p /etc/postgresql-common
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "${missing[@]}" >/dev/null
