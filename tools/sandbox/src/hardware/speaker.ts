// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import type { Pod } from '../kubelet/pod.ts';
import { addAnnouncedAddress, removeAnnouncedAddress } from '../rack/rack-network.ts';
import { announcedAddresses } from './announced-addresses.ts';
import type { AnnouncedService, AnnouncedSlice } from './announced-addresses.ts';
import { announcingHosts, type SpeakerNode } from './announcing-hosts.ts';

/**
 * Plays MetalLB's speaker: traffic to the addresses that MetalLB's controller gave to Services
 * comes to the rack, where kube-proxy forwards it, as long as at least one host may announce them
 * and an endpoint takes traffic.
 * Not played: which of the hosts announces (all hosts are one network), and the selectors of
 * advertisements.
 *
 * @see https://github.com/metallb/metallb/blob/v0.16.1/speaker/layer2_controller.go (SetBalancer)
 */
export class Speaker {
  private readonly reconciler: Reconciler;
  private readonly services: Watched<AnnouncedService>;
  private readonly slices: Watched<AnnouncedSlice>;
  private readonly nodes: Watched<SpeakerNode>;
  private readonly pods: Watched<Pod>;
  /** Whether the log says already that no host may announce the addresses there are. */
  private isSilent = false;
  private readonly announced = new Set<string>();
  private readonly log: (message: string) => void;

  constructor(api: ApiClient, log: (message: string) => void) {
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`speaker: ${error.message}`),
    );
    this.log = log;
    const trigger = () => this.reconciler.trigger();
    this.services = watchObjects(api, '/api/v1/services', trigger);
    this.slices = watchObjects(api, '/apis/discovery.k8s.io/v1/endpointslices', trigger);
    this.nodes = watchObjects(api, '/api/v1/nodes', trigger);
    this.pods = watchObjects(api, '/api/v1/namespaces/metallb-system/pods', trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.services.stop();
    this.slices.stop();
    this.nodes.stop();
    this.pods.stop();
  }

  private async pass(): Promise<void> {
    const announcing = announcingHosts(this.nodes.list(), this.pods.list());
    const given = announcedAddresses(this.services.list(), this.slices.list(), announcing);
    this.tellSilence(given.length > 0 && announcing.length === 0);
    const wanted = new Set(announcing.length > 0 ? given : []);
    for (const address of [...this.announced].filter((one) => !wanted.has(one))) {
      await removeAnnouncedAddress(address);
      this.announced.delete(address);
    }
    for (const address of [...wanted].filter((one) => !this.announced.has(one))) {
      await addAnnouncedAddress(address);
      this.announced.add(address);
    }
  }

  private tellSilence(isSilent: boolean): void {
    if (isSilent && !this.isSilent) {
      this.log('speaker: no host may announce the addresses of load balancers, see its labels');
    }
    this.isSilent = isSilent;
  }
}
