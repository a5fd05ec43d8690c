// SPDX-License-Identifier: Apache-2.0
import { ComponentResource, Config } from '@pulumi/pulumi';

// Resources without inputs and outputs, which no provider makes: only the engine hears of them, and only
// its state has them. The stack itself is the first one.
const count = new Config().requireNumber('resources');
for (let index = 1; index < count; index += 1) {
  void new ComponentResource('bench:index:Nothing', `nothing-${index}`);
}
