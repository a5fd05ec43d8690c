// SPDX-License-Identifier: Apache-2.0
// Jest's own runner gives modules no variable `jest`; unit tests use the one of jest-light-runner.
'use strict';
globalThis.jest = require('@jest/globals').jest;
