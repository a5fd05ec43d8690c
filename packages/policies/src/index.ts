// SPDX-License-Identifier: Apache-2.0
import { PolicyPack } from '@pulumi/policy';
import { networkPolicyNoEmptyRule } from './network/index.ts';

new PolicyPack('strata', {
  enforcementLevel: 'mandatory',
  policies: [networkPolicyNoEmptyRule],
});
