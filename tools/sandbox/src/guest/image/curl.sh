#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# curl, where the machine has none.
exec /usr/local/lib/node /usr/local/lib/strata-guest/curl.mjs "$@"
