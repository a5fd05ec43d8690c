#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// `npx strata`. tools/bootstrap.mjs finds the Node of the workspace, so this must run on any Node.
process.argv.splice(2, 0, 'strata');
import('../../bootstrap.mjs');
