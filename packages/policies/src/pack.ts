// SPDX-License-Identifier: Apache-2.0
import { PolicyPack } from '@pulumi/policy';
import './deserialize-once.ts';
import { toPolicy } from './rule/index.ts';
import { rules } from './rules.ts';

new PolicyPack('strata', { policies: rules.map(toPolicy) });
