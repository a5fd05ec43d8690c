// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { AddonsConfig } from './config/index.ts';

/**
 * Returns a warning if VMs migrate over a network of their own and whereabouts, which gives out its
 * addresses, is not to be installed: virt-handler does not start without one, and a whereabouts that is
 * installed again does not know which addresses are in use. This is no error, because somebody may run
 * another whereabouts.
 */
export function migrationNotes(
  { operators }: Pick<AddonsConfig, 'operators'>,
  { migrationNetwork }: Pick<KubevirtStackOutputs, 'migrationNetwork'>,
): string[] {
  if (migrationNetwork === undefined || operators.includes('whereabouts')) return [];
  return [
    `operators: "whereabouts" is not in the list, and gives out the addresses of "${migrationNetwork}", over ` +
      'which VMs migrate: virt-handler does not start without one. Unless you run a whereabouts of your ' +
      'own, bring up kubevirt-stack without kubevirt.migrations.network first.',
  ];
}
