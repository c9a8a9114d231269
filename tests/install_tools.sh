#!/usr/bin/env bash
# What the tests need besides Python: Node.js for the page, a browser, openssl, and a PostgreSQL and a Redis that they
# start themselves.
# Installs what is missing where it may (root, apt); otherwise says what to install. Asks nothing.
set -euo pipefail

has() { command -v "$1" >/dev/null; }
missing=()
has npm || missing+=(nodejs npm)
has initdb || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || missing+=(postgresql)
has openssl || missing+=(openssl)
has redis-server || missing+=(redis-server)
# Chromium without windows takes half the processor time; any other will do.
browser=none
if has chromium-headless-shell; then
    browser=best
elif has chromium || has chromium-browser || has google-chrome; then
    browser=some
fi
[ $browser != none ] || missing+=(chromium)
if [ ${#missing[@]} -eq 0 ]; then
    [ $browser = some ] && apt-cache show chromium-headless-shell >/dev/null 2>&1 || exit 0
fi

if [ "$(id -u)" -ne 0 ] || ! has apt-get; then
    [ ${#missing[@]} -eq 0 ] && exit 0
    echo "The tests need: ${missing[*]}. Install them with your system's packages, then run this again." >&2
    exit 1
fi
# The tests start a PostgreSQL of their own: the package need not start one, too.
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    mkdir -p /etc/postgresql-common
    echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
fi
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "$@" >/dev/null; }
[ ${#missing[@]} -eq 0 ] || apt-get update -qq
if [ $browser != best ] && install chromium-headless-shell 2>/dev/null; then
    echo "Installed for the tests: chromium-headless-shell"
    if [ $browser = none ]; then
        unset "missing[-1]"
    fi
fi
if [ ${#missing[@]} -ne 0 ]; then
    echo "Installing for the tests: ${missing[*]}"
    install "${missing[@]}"
fi
