#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A program that is played: the guest answers under the name by which this was called.
exec /usr/local/lib/node /usr/local/lib/strata-guest/ask.mjs "${0##*/}" "$@"
