#!/usr/bin/env bash
# Tries the files of dist/release on this x86-64 Debian, as far as it can run them: sums and signature, the Debian
# package, and a payment over HTTP on the builds for glibc, for computers without AVX2, for arm64 and for musl.
# As root, for the chroot of musl, with gcc, systemd and python3-venv. What else it needs comes from Debian and PyPI,
# into dist/release-check.
set -euo pipefail
cd "$(dirname "$0")/../../dist"
version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' ../package.json)
release=$PWD/release
work=$PWD/release-check
mkdir -p "$work/packages"
port=9470

say() { printf '%-28s %s\n' "$1" "$2"; }

# Sets a shop up, sells over HTTP, and stops. $1 is its name; the rest runs the executable, and DATA is its folder.
smoke() {
  local name=$1 started=$SECONDS data=${DATA:-$work/data-$1} log=$work/$1.log
  shift
  rm -rf "${ROOT:-}$data"
  local quiet=(env -i PATH="$PATH" KAUNTA_MDNS=off KAUNTA_HTTPS_PORT=0)
  local key
  key=$("${quiet[@]}" "$@" init --data "$data" --store Duka --email asha@duka.co.tz --password-file - --json <<<siri-kubwa-sana |
    tail -1 | sed 's/.*"sandbox_api_key":"\([^"]*\)".*/\1/')
  port=$((port + 1))
  "${quiet[@]}" "$@" serve --data "$data" --host 127.0.0.1 --port $port >"$log" 2>&1 &
  local server=$!
  local url=http://127.0.0.1:$port
  for _ in $(seq 240); do curl -sf -m 5 "$url/ready" >/dev/null && break || sleep 0.5; done
  local ask=(curl -s -m 30 -H "Authorization: Bearer $key" -H 'Content-Type: application/json')
  local reference status
  reference=$("${ask[@]}" "$url/v1/payments" -d '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"}}' |
    sed 's/.*"reference":"\([^"]*\)".*/\1/')
  "${ask[@]}" "$url/v1/sandbox/payments/$reference" -d '{"outcome":"completed"}' >/dev/null
  for _ in $(seq 60); do
    status=$("${ask[@]}" "$url/v1/payments/$reference" | sed 's/.*"status":"\(pending\|completed\|failed\)".*/\1/')
    [ "$status" = completed ] && break || sleep 0.5
  done
  kill $server
  wait $server || true
  [ "$status" = completed ] || { say "$name" "FAILED: ${status:0:200}"; tail -5 "$log"; return 1; }
  say "$name" "takes a payment ($((SECONDS - started)) s)"
}

fetch() {
  (cd "$work/packages" && for name in "$@"; do
    compgen -G "${name}_*.deb" >/dev/null || apt-get download -qq "$name" 2>/dev/null
    dpkg-deb -x "${name}"_*.deb "$work/debian"
  done)
}

(cd "$release" && sha256sum --check --quiet SHA256SUMS)
say sums 'as SHA256SUMS says'
if [ -f "$release/SHA256SUMS.sig" ]; then
  (cd "$release" && openssl pkeyutl -verify -pubin -inkey release-key.pem -rawin -in SHA256SUMS \
    -sigfile SHA256SUMS.sig >/dev/null)
  say signature 'of release-key.pem'
fi

rm -rf "$work/deb"
dpkg-deb -x "$release/kaunta_${version}_amd64.deb" "$work/deb"
sed 's#^ExecStart=.*#ExecStart=/bin/true#' "$work/deb/usr/lib/systemd/system/kaunta.service" >"$work/kaunta.service"
systemd-analyze verify --man=no "$work/kaunta.service"
smoke debian-package "$work/deb/usr/bin/kaunta"
smoke linux-x64 "$release/kaunta-$version-linux-x64"

fetch qemu-user-static libc6-arm64-cross libgcc-s1-arm64-cross libstdc++6-arm64-cross musl
smoke linux-x64-baseline "$work/debian/usr/bin/qemu-x86_64-static" -cpu Nehalem "$release/kaunta-$version-linux-x64-baseline"
smoke linux-arm64 "$work/debian/usr/bin/qemu-aarch64-static" -L "$work/debian/usr/aarch64-linux-gnu" \
  "$release/kaunta-$version-linux-arm64"

# musl: a chroot with nothing but the executable, Debian's loader, and the libstdc++ for musl of a Python wheel. That
# loader (1.2.3) knows no packed relocations, which newer libraries have, so the wheel is an old one; its library
# lacks two functions that only end the program.
if ! compgen -G "$work/packages/greenlet-*musllinux*.whl" >/dev/null; then
  python3 -m venv "$work/python"
  "$work/python/bin/pip" -q download --no-deps --only-binary=:all: --platform musllinux_1_1_x86_64 \
    --python-version 3.12 -d "$work/packages" greenlet==3.0.3
fi
chroot=$work/musl
rm -rf "$chroot" "$work/wheel"
mkdir -p "$chroot"/{lib,usr/lib,bin,data,tmp} "$work/wheel"
python3 -m zipfile -e "$work"/packages/greenlet-*musllinux*.whl "$work/wheel"
cp "$work/debian/lib/x86_64-linux-musl/libc.so" "$chroot/lib/ld-musl-x86_64.so.1"
for library in stdc++.so.6 gcc_s.so.1; do
  found=$(ls "$work/wheel/greenlet.libs/lib${library%%.*}"-*)
  cp "$found" "$chroot/usr/lib/"
  ln -s "$(basename "$found")" "$chroot/usr/lib/lib$library"
done
printf 'void %s(void) { __builtin_trap(); }\n' \
  _ZSt28__throw_bad_array_new_lengthv _ZSt21__glibcxx_assert_failPKciS0_S0_ >"$work/missing.c"
gcc -shared -fPIC -nostdlib -o "$chroot/usr/lib/libmissing.so" "$work/missing.c"
cp "$release/kaunta-$version-linux-x64-musl" "$chroot/bin/kaunta"
chown -R 10001 "$chroot/data" "$chroot/tmp"
ROOT=$chroot DATA=/data/shop smoke linux-x64-musl chroot --userspec=10001:10001 "$chroot" \
  /lib/ld-musl-x86_64.so.1 --preload /usr/lib/libmissing.so /bin/kaunta
