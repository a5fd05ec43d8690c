// SPDX-License-Identifier: Apache-2.0
import type { BootFile, Disk } from '../boot-file.ts';
import { consoleOf } from '../console.ts';
import type { ActiveState, Service } from '../systemd/service.ts';
import { KubeletMachine } from './kubelet-machine.ts';
import { KubeletRun } from './kubelet-run.ts';

export interface KubeletServiceOptions {
  readonly boot: BootFile;
  readonly root: string;
  readonly disks: () => readonly Disk[];
}

/** Plays kubelet.service, in the guest's own process. */
export class KubeletService implements Service {
  readonly name = 'kubelet.service';
  readonly description = 'kubelet: The Kubernetes Node Agent (played)';
  readonly after: readonly string[] = ['containerd.service'];
  readonly before: readonly string[] = [];
  readonly wants: readonly string[] = ['containerd.service'];
  readonly wantedBy: readonly string[] = ['multi-user.target'];
  state: ActiveState = 'inactive';
  private readonly machine: KubeletMachine;
  private run: KubeletRun | undefined;

  constructor({ boot, root, disks }: KubeletServiceOptions) {
    this.machine = new KubeletMachine(root, boot, disks, consoleOf('kubelet'));
  }

  start(): Promise<void> {
    this.run ??= new KubeletRun(this.machine);
    this.run.start();
    this.state = 'active';
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await this.run?.stop();
    this.run = undefined;
    this.state = 'inactive';
  }

  readonly powerOff = async (): Promise<void> => {
    if (this.run === undefined) await this.machine.staticPods.stopAll();
    else await this.run.shutDown();
    this.run = undefined;
    this.state = 'inactive';
  };
}
