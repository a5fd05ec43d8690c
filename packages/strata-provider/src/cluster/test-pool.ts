// SPDX-License-Identifier: Apache-2.0
import { fakeApi, type FakeApi, type FakeWrite } from '../testing/index.ts';
import { podOf, vmiOf, vmOf, type TestMachine, type TestPod } from './test-pool-objects.ts';

const namespace = '/namespaces/cluster-demo';
const vmsPath = `/apis/kubevirt.io/v1${namespace}/virtualmachines`;
const vmisPath = `/apis/kubevirt.io/v1${namespace}/virtualmachineinstances`;
const poolPath = `/apis/pool.kubevirt.io/v1beta1${namespace}/virtualmachinepools/web`;
const selector = '?labelSelector=strata.dev/pool=web';
const disksPath = `/apis/cdi.kubevirt.io/v1beta1${namespace}/datavolumes`;

/**
 * Fake of a pool whose controller keeps its size but updates no machine, with the cluster that its
 * machines are nodes of. Each read of its VMIs moves it one step further.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/pool/pool.go (scale, scaleOut, proactiveScaleIn, scaleIn, opportunisticScaleIn)
 */
export class TestPool implements AsyncDisposable {
  readonly infra: FakeApi;
  readonly cluster: FakeApi;
  machines: TestMachine[] = [];
  pods: TestPod[] = [];
  /** Names of hotplugged volumes by machine. */
  readonly volumes = new Map<string, string[]>();
  readonly cordoned = new Set<string>();
  /** Generation of the machine with which each node registered, by node name. */
  readonly nodes = new Map<string, string>();
  /** Boot IDs of nodes that a later kubelet found when it started, by node name. */
  readonly foundNodes = new Map<string, string>();
  /** Names of nodes that the cloud controller does not delete in time. */
  readonly keptNodes = new Set<string>();
  size = 3;
  surge: string | undefined;
  /** Whether the pool is marked as having a rollout that has not ended. */
  isRolling = false;
  /** Generation of machines that are created from now on. */
  generation = 'new';
  /** Names of machines that never get ready. */
  readonly failing = new Set<string>();
  /** Lowest number of a machine for which there is no room. */
  roomFor = 100;
  /** All changes, in order. */
  readonly changes: string[] = [];
  /** Lowest number of machines that were ready at a time. */
  fewest = 100;
  /** Panics of the pool controller, each of which ends virt-controller for all pools and VMs. */
  readonly panics: string[] = [];
  private uids = 0;

  private constructor(infra: FakeApi, cluster: FakeApi) {
    this.infra = infra;
    this.cluster = cluster;
    infra.onWrite = (write) => this.writeInfra(write);
    cluster.onWrite = (write) => this.writeCluster(write);
    infra.afterRequest = (request) => {
      if (request === `GET ${vmisPath}${selector}`) this.step();
    };
  }

  /** Starts a pool with three ready machines of the generation `old`. */
  static async start(): Promise<TestPool> {
    const pool = new TestPool(await fakeApi(), await fakeApi());
    for (const name of ['web-0', 'web-1', 'web-2']) pool.add(name, 'old', true);
    for (const { name, generation } of pool.machines) pool.nodes.set(name, generation);
    pool.show();
    return pool;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.infra[Symbol.asyncDispose]();
    await this.cluster[Symbol.asyncDispose]();
    expect(this.panics).toEqual([]);
  }

  get inputs() {
    return {
      kubeconfig: this.infra.kubeconfig,
      clusterKubeconfig: this.cluster.kubeconfig,
      namespace: 'cluster-demo',
      pool: 'web',
      replicas: 3,
      generation: 'new',
    };
  }

  /** Names and generations of all machines. */
  get summary(): string {
    return this.machines.map(({ name, generation }) => `${name} ${generation}`).join(', ');
  }

  add(name: string, generation: string, isReady: boolean): TestMachine {
    this.uids += 1;
    const machine: TestMachine = {
      name,
      generation,
      isReady,
      uid: `uid-${this.uids}`,
      isLeaving: false,
      isOn: true,
      hasPoolFinalizer: true,
      looks: 2,
    };
    this.machines.push(machine);
    return machine;
  }

  private writeInfra({ method, path, body }: FakeWrite): number | undefined {
    if (method === 'PATCH' && path === `${poolPath}?fieldManager=strata-rollout`) {
      const { metadata, spec } = body as {
        readonly metadata: { readonly annotations: Record<string, string | null> };
        readonly spec?: { readonly replicas: number };
      };
      const rolling = metadata.annotations['strata.dev/rolling'];
      if (rolling !== undefined) this.isRolling = rolling === 'true';
      if (spec !== undefined) {
        this.size = spec.replicas;
        this.surge = metadata.annotations['strata.dev/surge'] ?? undefined;
        this.changes.push(`size ${this.size}, surge ${this.surge ?? 0}`);
      }
      this.show();
      return 200;
    }
    const machine = this.machines.find(({ name }) => path === `${vmsPath}/${name}`);
    if (method !== 'DELETE' || machine === undefined) return undefined;
    const { preconditions } = body as { readonly preconditions?: { readonly uid: string } };
    if (preconditions?.uid !== machine.uid) return 409;
    this.changes.push(`delete ${machine.name} ${machine.generation}`);
    this.remove(machine);
    this.show();
    return 200;
  }

  private writeCluster({ method, path, body }: FakeWrite): number | undefined {
    const node = /^\/api\/v1\/nodes\/(.+)$/.exec(path)?.[1];
    if (method === 'PATCH' && node !== undefined) {
      const { spec } = body as { readonly spec: { readonly unschedulable: boolean | null } };
      if (spec.unschedulable === true) this.cordoned.add(node);
      else this.cordoned.delete(node);
      this.changes.push(`${spec.unschedulable === true ? 'cordon' : 'uncordon'} ${node}`);
      this.show();
      return 200;
    }
    if (method === 'DELETE' && node !== undefined) {
      const { preconditions } = body as { readonly preconditions?: { readonly uid: string } };
      if (preconditions?.uid !== this.nodeUid(node)) return 409;
      this.changes.push(`forget ${node}`);
      this.nodes.delete(node);
      this.cordoned.delete(node);
      this.show();
      return 200;
    }
    const pod = this.pods.find(({ name, namespace: own }) => {
      const podPath = `/api/v1/namespaces/${own}/pods/${name}`;
      return path === (method === 'DELETE' ? podPath : `${podPath}/eviction`);
    });
    if (pod === undefined) return undefined;
    if (method === 'DELETE') return this.removePod(pod, body);
    pod.refusals -= 1;
    if (pod.refusals >= 0) return 429;
    this.changes.push(`evict ${pod.name} from ${pod.node}`);
    this.pods = this.pods.filter((one) => one !== pod);
    this.show();
    return 201;
  }

  /** Removes a pod, and expects a grace period of 0: without a kubelet a longer one would never end. */
  private removePod(pod: TestPod, body: unknown): number {
    const options = { propagationPolicy: 'Background', gracePeriodSeconds: 0 };
    expect(body).toMatchObject({ ...options, preconditions: { uid: `uid of ${pod.name}` } });
    this.changes.push(`remove ${pod.name} of ${pod.node}`);
    this.pods = this.pods.filter((one) => one !== pod);
    this.show();
    return 200;
  }

  /** Returns the uid of a node; a node that registers with another generation has another uid. */
  private nodeUid(name: string): string {
    return `node-${this.nodes.get(name) ?? ''}`;
  }

  private remove(machine: TestMachine): void {
    machine.isLeaving = true;
    machine.isReady = false;
    machine.looks = 2;
  }

  /** Does what the controllers do between two checks. */
  private step(): void {
    for (const machine of this.machines) {
      machine.looks -= 1;
      if (machine.looks > 0) continue;
      if (machine.isLeaving) machine.isOn = false;
      else if (!this.failing.has(machine.name) && machine.noRoom === undefined) {
        if (!machine.isReady) this.cordoned.delete(machine.name);
        machine.isReady = true;
      }
    }
    this.scale();
    // The cloud controller deletes the nodes of machines that are gone, except `keptNodes`.
    for (const name of [...this.nodes.keys(), ...this.cordoned]) {
      if (this.keptNodes.has(name) || this.machines.some((one) => one.name === name)) continue;
      this.nodes.delete(name);
      this.cordoned.delete(name);
    }
    for (const { isReady, name, generation } of this.machines) {
      if (isReady && !this.nodes.has(name)) this.nodes.set(name, generation);
    }
    // Volumes are unplugged when the last pod has left.
    for (const [name] of this.volumes) {
      if (this.pods.every(({ node }) => node !== name)) this.volumes.delete(name);
    }
    this.machines = this.machines.filter(({ isOn, hasPoolFinalizer }) => isOn || hasPoolFinalizer);
    this.fewest = Math.min(this.fewest, this.machines.filter(({ isReady }) => isReady).length);
    this.show();
  }

  private scale(): void {
    const excess = this.machines.length - this.size;
    const leaving = this.machines.filter(({ isLeaving }) => isLeaving);
    if (excess === 0) for (const one of leaving) one.hasPoolFinalizer = false;
    if (excess > 0) {
      const staying = this.machines
        .filter(({ isLeaving }) => !isLeaving)
        .toSorted((one, other) => other.name.localeCompare(one.name));
      const count = excess - leaving.length;
      if (count < 0 && staying.length > 0) this.panics.push(`slice bounds [:${count}]`);
      for (const machine of staying.slice(0, Math.max(0, count))) {
        this.remove(machine);
        machine.hasPoolFinalizer = false;
      }
    }
    for (let index = 0; this.machines.length < this.size; index += 1) {
      const name = `web-${index}`;
      if (this.machines.some((one) => one.name === name)) continue;
      const machine = this.add(name, this.generation, false);
      if (index >= this.roomFor) machine.noRoom = 'exceeded quota: cluster';
      this.machines.sort((one, other) => one.name.localeCompare(other.name));
    }
  }

  /** Updates the objects of both APIs. */
  show(): void {
    const { infra, cluster, machines } = this;
    const labels = (generation: string) => ({ 'strata.dev/generation': generation });
    infra.objects.set('/apis/pool.kubevirt.io', { preferredVersion: { version: 'v1beta1' } });
    infra.objects.set(poolPath, {
      metadata: {
        annotations: {
          ...(this.surge !== undefined && { 'strata.dev/surge': this.surge }),
          ...(this.isRolling && { 'strata.dev/rolling': 'true' }),
        },
      },
      spec: {
        replicas: this.size,
        updateStrategy: { unmanaged: {} },
        virtualMachineTemplate: { metadata: { labels: labels(this.generation) } },
      },
    });
    infra.objects.set(vmsPath, { items: machines.map((one) => vmOf(one, labels(one.generation))) });
    const running = machines.filter(({ isOn }) => isOn);
    infra.objects.set(vmisPath + selector, {
      items: running.map((one) =>
        vmiOf(one, labels(one.generation), this.volumes.get(one.name) ?? []),
      ),
    });
    infra.objects.set(disksPath, { items: [] });
    const nodes = [...this.nodes.keys()].map((name) => ({
      metadata: {
        name,
        uid: this.nodeUid(name),
        annotations: this.cordoned.has(name) ? { 'strata.dev/drained': 'true' } : {},
      },
      spec: { unschedulable: this.cordoned.has(name) },
      status: {
        nodeInfo: { bootID: this.foundNodes.get(name) ?? `boot of ${this.nodeUid(name)}` },
        conditions: [
          {
            type: 'Ready',
            status: machines.some((one) => one.name === name && one.isReady) ? 'True' : 'False',
          },
        ],
      },
    }));
    cluster.objects.set('/api/v1/nodes', { items: nodes });
    for (const name of ['web-0', 'web-1', 'web-2', 'web-3', 'web-4']) {
      const node = nodes.find(({ metadata }) => metadata.name === name);
      if (node === undefined) cluster.objects.delete(`/api/v1/nodes/${name}`);
      else cluster.objects.set(`/api/v1/nodes/${name}`, node);
      const items = this.pods.filter((pod) => pod.node === name).map(podOf);
      cluster.objects.set(`/api/v1/pods?fieldSelector=spec.nodeName=${name}`, { items });
    }
    cluster.objects.set('/apis/storage.k8s.io/v1/volumeattachments', {
      items: [...this.volumes].flatMap(([nodeName, names]) =>
        names.map((persistentVolumeName) => ({
          spec: { nodeName, source: { persistentVolumeName } },
        })),
      ),
    });
  }
}
