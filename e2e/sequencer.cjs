// SPDX-License-Identifier: Apache-2.0
'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** The files tell one story: their names give the order. */
module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => a.path.localeCompare(b.path, 'en'));
  }
};
