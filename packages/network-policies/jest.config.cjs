// SPDX-License-Identifier: Apache-2.0
'use strict';

module.exports = { preset: '../../jest.preset.cjs', displayName: 'network-policies' };
