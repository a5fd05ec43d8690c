// SPDX-License-Identifier: Apache-2.0
import { silentUplink } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { InfraFacts } from '../checks/check-context.ts';
import type { MetallbConfig } from '../config/index.ts';

/** Reports interfaces of `metallb.l2` that are ports of bridges, at which MetalLB answers nothing. */
export function checkSilentInterfaces(
  { l2 }: MetallbConfig,
  infra: InfraFacts | undefined,
): Problem[] {
  const interfaces = l2?.interfaces ?? [];
  return interfaces.flatMap((card, index) => {
    const message = silentUplink(infra?.bridges ?? [], card, interfaces);
    return message === undefined ? [] : [{ path: ['metallb', 'l2', 'interfaces', index], message }];
  });
}
