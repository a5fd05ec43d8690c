// SPDX-License-Identifier: Apache-2.0
'use strict';

module.exports = { preset: '../../jest.unit.preset.cjs', displayName: 'lint' };
