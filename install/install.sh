#!/bin/sh
# Installs the sightline command, for this user only. `--help` lists the options.
set -eu

address={{address}}
sha256={{sha256}}
needs={{node}}

usage() {
	cat <<TEXT
Usage: sh install.sh [--prefix <folder>] [--uninstall]

  --prefix <folder>  where to install: bin/ and lib/ in it (default: ~/.local)
  --uninstall        remove what an earlier run installed there
  --help             print this text
TEXT
}

# $1: what happened and what to do; $2: exit code
fail() {
	printf 'install.sh: %s\n' "$1" >&2
	exit "${2:-1}"
}

# Whether version $1 is older than $2, by its first two numbers.
is_older() {
	rest=${1#*.}
	least=${2#*.}
	[ "${1%%.*}" -lt "${2%%.*}" ] || { [ "${1%%.*}" -eq "${2%%.*}" ] && [ "${rest%%.*}" -lt "${least%%.*}" ]; }
}

require_node() {
	for name in node npm; do
		command -v "$name" >/dev/null 2>&1 ||
			fail "$name was not found. Install Node.js $needs or newer (https://nodejs.org/), which brings npm along."
	done
	version=$(node --version)
	version=${version#v}
	if is_older "$version" "$needs"; then
		fail "Node.js $version is too old. Install $needs or newer (https://nodejs.org/)."
	fi
}

download() {
	if command -v curl >/dev/null 2>&1; then
		curl --fail --silent --show-error --location --output "$1" "$address"
	elif command -v wget >/dev/null 2>&1; then
		wget --quiet --output-document="$1" "$address"
	else
		fail "Neither curl nor wget was found. Install one of them."
	fi || fail "$address could not be downloaded. Nothing was installed."
}

digest_of() {
	if command -v sha256sum >/dev/null 2>&1; then
		sha256sum <"$1"
	elif command -v shasum >/dev/null 2>&1; then
		shasum -a 256 <"$1"
	elif command -v openssl >/dev/null 2>&1; then
		openssl dgst -sha256 -r <"$1"
	else
		fail "Neither sha256sum, shasum nor openssl was found. Install one of them."
	fi
}

install_into() {
	require_node
	folder=$(mktemp -d)
	trap 'rm -rf "$folder"' EXIT
	trap 'exit 1' HUP INT TERM
	file="$folder/sightline.tgz"
	download "$file"
	found=$(digest_of "$file")
	found=${found%% *}
	if [ "$found" != "$sha256" ]; then
		fail "The SHA-256 of $address is $found, not $sha256. Nothing was installed. Download install.sh again: the site may have a newer version."
	fi
	mkdir -p "$1" || fail "$1 cannot be made. Name another folder with --prefix."
	prefix=$(cd "$1" && pwd)
	npm install --global --prefix "$prefix" --ignore-scripts --no-audit --no-fund --loglevel=error "$file" ||
		fail "npm could not install it; it says why above."
	printf 'Installed sightline %s: %s/bin/sightline\n' "$("$prefix/bin/sightline" --version)" "$prefix"
	case ":$PATH:" in
	*":$prefix/bin:"*) ;;
	*) printf 'Add %s/bin to your PATH to run it by its name.\n' "$prefix" ;;
	esac
}

uninstall_from() {
	[ -d "$1/lib/node_modules/sightline" ] || fail "There is no sightline in $1. Name the folder with --prefix."
	command -v npm >/dev/null 2>&1 || fail "npm was not found. It is needed to uninstall."
	npm uninstall --global --prefix "$1" --no-audit --no-fund --loglevel=error sightline ||
		fail "npm could not remove it; it says why above."
	printf 'Removed sightline from %s.\n' "$1"
}

# Called in the last line, so that a truncated script does nothing.
main() {
	prefix="${HOME:-.}/.local"
	action=install_into
	while [ $# -gt 0 ]; do
		case $1 in
		--prefix)
			[ -n "${2:-}" ] || fail "--prefix needs a folder." 2
			prefix=$2
			shift
			;;
		--prefix=?*) prefix=${1#--prefix=} ;;
		--uninstall) action=uninstall_from ;;
		--help)
			usage
			exit 0
			;;
		*) fail "There is no option $1. --help lists them." 2 ;;
		esac
		shift
	done
	"$action" "$prefix"
}

main "$@"
