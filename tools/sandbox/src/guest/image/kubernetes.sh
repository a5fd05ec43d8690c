#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kubeadm and kubectl of the image: the real ones of the version in /etc/strata/kubernetes-version
# or, where the image has not got that, of its newest. Only what cannot be checked here is left out.
set -u
all=/usr/local/lib/kubernetes
program=${0##*/}
version=
if [ -r /etc/strata/kubernetes-version ]; then
  version=$(sed -n '1s/^v\{0,1\}\([0-9.]*\).*/\1/p' /etc/strata/kubernetes-version)
fi
if [ -z "$version" ] || [ ! -x "$all/$version/$program" ]; then
  version=$(cat "$all/newest")
fi
real=$all/$version/$program
case "$program ${1-} ${2-}" in
  'kubeadm init phase' | 'kubeadm join phase') ;;
  'kubeadm init '* | 'kubeadm join '*)
    config=
    previous=
    for argument in "$@"; do
      case "$argument" in --config=*) config=${argument#--config=} ;; esac
      [ "$previous" = --config ] && config=$argument
      previous=$argument
    done
    if [ -n "$config" ]; then
      "$real" config validate --config "$config" || exit
    fi
    set -- "$@" "--ignore-preflight-errors=$(cat "$all/impossible-checks")"
    ;;
esac
exec "$real" "$@"
