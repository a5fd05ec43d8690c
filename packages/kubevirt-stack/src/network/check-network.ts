// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';

/** The addresses' and networks' part of the configuration. */
export const checkNetwork: Check = ({ metallb }) =>
  repeatedNames('metallb.pools', metallb?.pools ?? []);
