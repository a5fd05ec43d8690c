// SPDX-License-Identifier: Apache-2.0
import type { Api } from '../kubernetes/api.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { addAnnouncedAddress, removeAnnouncedAddress } from '../rack/rack-network.ts';

interface Service extends ApiObject {
  readonly spec: { readonly type?: string };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly { ip?: string }[] } };
}

/**
 * Plays MetalLB's speaker: what is sent to the addresses that MetalLB's controller gave to Services
 * comes to the rack, where kube-proxy carries it on. Whom a speaker would leave out, such as hosts
 * that are excluded from external load balancers, is not played.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/layer2_controller.go (SetBalancer)
 */
export class Speaker {
  private readonly reconciler: Reconciler;
  private readonly services: Watched<Service>;
  private readonly announced = new Set<string>();

  constructor(api: Api, log: (message: string) => void) {
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`speaker: ${error.message}`),
    );
    this.services = watchObjects(api, '/api/v1/services', () => this.reconciler.trigger());
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.services.stop();
  }

  private async pass(): Promise<void> {
    const wanted = new Set(this.services.list().flatMap(balancedAddresses));
    for (const address of [...this.announced].filter((one) => !wanted.has(one))) {
      await removeAnnouncedAddress(address);
      this.announced.delete(address);
    }
    for (const address of [...wanted].filter((one) => !this.announced.has(one))) {
      await addAnnouncedAddress(address);
      this.announced.add(address);
    }
  }
}

/** The addresses of a Service that a load balancer answers for. */
export function balancedAddresses({ spec, status }: Service): string[] {
  if (spec.type !== 'LoadBalancer') return [];
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
}
