// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../log.ts';
import type { KubeObject } from '../objects.ts';
import { CsiError } from './csi-error.ts';
import type { InfraStorage } from './infra-storage.ts';

interface MachineVolume {
  readonly name: string;
  readonly dataVolume?: { readonly name: string; readonly hotpluggable?: boolean };
  readonly persistentVolumeClaim?: { readonly claimName: string; readonly hotpluggable?: boolean };
}

interface Machine extends KubeObject {
  readonly spec: {
    readonly template: { readonly spec: { readonly volumes?: readonly MachineVolume[] } };
  };
}

interface Instance extends KubeObject {
  readonly status?: {
    readonly volumeStatus?: readonly {
      readonly name: string;
      readonly phase?: string;
      readonly hotplugVolume?: object;
    }[];
  };
}

/** How often the driver asks for a change before it gives up, with a doubling pause between. */
const attempts = 5;

export interface Publication {
  readonly volumeId: string;
  /** `NAMESPACE/NAME` of the virtual machine, from the CSINode. */
  readonly nodeId: string;
  readonly context: Readonly<Record<string, string>>;
  readonly isShared: boolean;
}

/**
 * Hot-plugs volumes into virtual machines and takes them out again.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/pkg/service/controller.go
 */
export class Publishing {
  private readonly storage: InfraStorage;
  /** First pause between attempts, in milliseconds. */
  private readonly firstPause: number;

  constructor(storage: InfraStorage, firstPause = 1_000) {
    this.storage = storage;
    this.firstPause = firstPause;
  }

  /** Returns when the volume is in the guest. @throws CsiError | ApiRefusal | Error */
  async publish({ volumeId, nodeId, context, isShared }: Publication): Promise<void> {
    if ((await this.storage.findDataVolume(volumeId)) === undefined) {
      throw new CsiError('NotFound', `volume ${volumeId} not found`);
    }
    const machine = machineName(nodeId);
    if (!isShared) await this.refuseSecondMachine(volumeId, machine);
    // Name of the disk and `hotpluggable` are filled in by virt-api.
    const body = {
      name: volumeId,
      disk: { name: '', disk: { bus: context.bus }, serial: context.serial },
      volumeSource: { dataVolume: { name: volumeId } },
    };
    await this.insist(`adding volume ${volumeId} to VM ${machine}`, async () => {
      const instance = await this.storage.options.infra.get<Instance>(this.instance(machine));
      if (statusOf(instance, volumeId) !== undefined) return;
      await this.request('virtualmachines', machine, 'addvolume', body);
    });
    await this.storage.until(async () => {
      const instance = await this.storage.options.infra.get<Instance>(this.instance(machine));
      if (statusOf(instance, volumeId)?.phase !== 'Ready') return false;
      return (await this.volumeOf(machine, volumeId)) !== undefined;
    });
    this.storage.options.log.info(`Successfully attached volume ${volumeId} to VM ${machine}`);
  }

  /** Returns when the volume is neither in the guest nor in the machine's spec. */
  async unpublish(volumeId: string, nodeId: string): Promise<void> {
    const machine = machineName(nodeId);
    await this.insist(`removing volume ${volumeId} from VM ${machine}`, async () => {
      const body = { name: volumeId };
      const volume = await this.volumeOf(machine, volumeId);
      if (volume !== undefined) {
        if (isHotpluggable(volume)) {
          await this.request('virtualmachines', machine, 'removevolume', body);
        }
        return;
      }
      // The machine no longer knows the volume, but the guest still has it.
      const instance = await this.storage.options.infra.find<Instance>(this.instance(machine));
      if (statusOf(instance, volumeId)?.hotplugVolume === undefined) return;
      await this.request('virtualmachineinstances', machine, 'removevolume', body);
    });
    await this.storage.until(async () => {
      const instance = await this.storage.options.infra.find<Instance>(this.instance(machine));
      if (statusOf(instance, volumeId) !== undefined) return false;
      return (await this.volumeOf(machine, volumeId)) === undefined;
    });
    this.storage.options.log.info(`Successfully unpublished volume ${volumeId} from VM ${machine}`);
  }

  /** A disk that only one machine may write must not be in another. */
  private async refuseSecondMachine(volumeId: string, machine: string): Promise<void> {
    const { items } = await this.storage.options.infra.get<{ items: readonly Instance[] }>(
      this.instance(),
    );
    const other = items.find(
      (instance) =>
        instance.metadata.name !== machine && statusOf(instance, volumeId) !== undefined,
    );
    if (other === undefined) return;
    throw new CsiError(
      'FailedPrecondition',
      `volume ${volumeId} is already attached to VM ${other.metadata.name}`,
    );
  }

  private async volumeOf(machine: string, name: string): Promise<MachineVolume | undefined> {
    const { infra, namespace } = this.storage.options;
    const path = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines/${machine}`;
    const found = await infra.find<Machine>(path);
    return found?.spec.template.spec.volumes?.find(
      (volume) =>
        volume.name === name &&
        (volume.dataVolume !== undefined || volume.persistentVolumeClaim !== undefined),
    );
  }

  private async request(kind: string, name: string, verb: string, body: object): Promise<void> {
    const { infra, namespace } = this.storage.options;
    const base = `/apis/subresources.kubevirt.io/v1/namespaces/${namespace}`;
    await infra.replace(`${base}/${kind}/${name}/${verb}`, body);
  }

  /** Tries a few times: machines that start or migrate refuse for a while. */
  private async insist(what: string, work: () => Promise<void>): Promise<void> {
    let pause = this.firstPause;
    for (let attempt = 1; attempt <= attempts; attempt += 1, pause *= 2) {
      try {
        await work();
        return;
      } catch (error) {
        this.storage.options.log.info(`failed ${what}, retrying, err: ${messageOf(error)}`);
        if (attempt === attempts) {
          // Upstream leaves the reason out; whoever reads the attachment's error needs it.
          const reason = messageOf(error);
          throw new Error(`timed out waiting for the condition: ${reason}`, { cause: error });
        }
        await sleep(pause);
      }
    }
  }

  private instance(name = ''): string {
    const { namespace } = this.storage.options;
    const collection = `/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachineinstances`;
    return name === '' ? collection : `${collection}/${name}`;
  }
}

/** The namespace before the name is not used: all machines are in the driver's own. */
function machineName(nodeId: string): string {
  const [, name] = nodeId.split('/');
  if (name !== undefined && name !== '') return name;
  throw new Error(`unexpected key format: "${nodeId}"`);
}

function statusOf(instance: Instance | undefined, name: string) {
  return instance?.status?.volumeStatus?.find((volume) => volume.name === name);
}

function isHotpluggable({ dataVolume, persistentVolumeClaim }: MachineVolume): boolean {
  return dataVolume?.hotpluggable === true || persistentVolumeClaim?.hotpluggable === true;
}
