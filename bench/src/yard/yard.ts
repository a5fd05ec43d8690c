// SPDX-License-Identifier: Apache-2.0
import type { Toolchain } from '@strata/toolchain';
import { join } from 'node:path';
import { installDefinitions } from './definitions.ts';
import { Hand } from './hand.ts';
import { bootControlPlane } from './tenant-machine.ts';
import { YardCluster } from './yard-cluster.ts';

/** Address of the API of the user cluster; the port is kubeadm's default. */
const tenantAt = { address: '127.100.0.10', port: 6443 } as const;

/** Returns the file to which the API server of a cluster writes its requests. */
export type Audited = (cluster: string) => string;

/**
 * Two real clusters on loopback: an infra cluster with the platform's kinds, and the API of one
 * user cluster. Nothing in it is slow: no machine boots, no pod starts, no disk is copied.
 */
export class Yard {
  readonly infra: YardCluster;
  readonly tenant: YardCluster;
  readonly #hands: readonly Hand[];

  private constructor(infra: YardCluster, tenant: YardCluster, hands: readonly Hand[]) {
    this.infra = infra;
    this.tenant = tenant;
    this.#hands = hands;
  }

  static async open(
    folder: string,
    toolchain: Toolchain,
    env: Readonly<Record<string, string>>,
    onError: (error: Error) => void,
    audited?: Audited,
  ): Promise<Yard> {
    const start = (name: string, at?: typeof tenantAt) =>
      YardCluster.start({
        name,
        folder: join(folder, name),
        toolchain,
        env,
        auditLog: audited?.(name),
        ...(at !== undefined && { at }),
      });
    const infra = await start('infra');
    let tenant: YardCluster | undefined;
    try {
      tenant = await start('tenant', tenantAt);
      await installDefinitions(infra.api);
    } catch (error) {
      await Promise.all([infra.stop(), tenant?.stop()]);
      throw error;
    }
    const onMachine = bootControlPlane(infra.api, tenant);
    return new Yard(infra, tenant, [
      Hand.forInfra(infra.api, onMachine, onError),
      Hand.forKinds(tenant.api, [], onError),
    ]);
  }

  /** Process ids of the servers, whose work counts for the measured tool. */
  get servers(): readonly number[] {
    return [...this.infra.pids, ...this.tenant.pids];
  }

  async close(): Promise<void> {
    for (const hand of this.#hands) hand.stop();
    await Promise.all([this.infra.stop(), this.tenant.stop()]);
  }
}
