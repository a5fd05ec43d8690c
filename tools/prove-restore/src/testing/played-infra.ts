// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import type { TestCluster } from '@strata/testing';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Fields = Record<string, unknown>;

/** Times in the life of the played cluster. */
export const times = {
  made: '2026-01-01T00:00:00Z',
  written: '2026-05-02T04:00:00Z',
  anew: '2026-05-02T05:00:00Z',
} as const;

/** The Secret by which machines join. */
const token = '/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef';

const namespace = '/namespaces/cluster-shop';

/** Merges as an API does with a merge patch. */
function merge(into: Fields, change: Fields): void {
  for (const [key, value] of Object.entries(change)) {
    const former = into[key];
    const isBoth = typeof value === 'object' && value !== null && typeof former === 'object';
    if (isBoth && former !== null) merge(former as Fields, value as Fields);
    else into[key] = value;
  }
}

function machine(name: string, made: string, role: string) {
  return {
    metadata: {
      name,
      uid: `${name} of ${made}`,
      creationTimestamp: made,
      labels: { 'cluster.x-k8s.io/role': role },
    },
    spec: { runStrategy: 'Always', template: { spec: { terminationGracePeriodSeconds: 0 } } },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

const node = (name: string, made: string) => ({
  metadata: { name, creationTimestamp: made },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
});

/** The infra cluster and the user cluster `shop` on it, as far as a restore asks them; both at one address. */
export class PlayedInfra {
  /** Changes that somebody has made, in their order. */
  readonly changes: string[] = [];
  /** Called after each change. */
  onChange: () => void = () => undefined;
  /** Container of the Job that fails. */
  failing: string | undefined;
  /** Whether etcd of the user cluster takes no writes. */
  isFull = false;
  /** Whether the Job goes on and on. */
  isSlow = false;
  /** Whether the pod of the Job has been deleted. */
  isPodGone = false;
  readonly objects: Record<string, Fields>;
  /** Machines whose start-up found the token. */
  readonly #joining = new Set<string>();

  constructor() {
    const machines = [
      machine('cp-0', times.made, 'control-plane'),
      machine('md-a-0', times.made, 'worker'),
      machine('md-a-1', times.made, 'worker'),
    ];
    this.objects = {
      [`/apis/batch/v1${namespace}/cronjobs/etcd-backup`]: { spec: {}, status: {} },
      ...Object.fromEntries(machines.map((one) => [this.#machine(one.metadata.name), one])),
      ...Object.fromEntries(
        ['md-a-0', 'md-a-1'].map((name) => [`/api/v1/nodes/${name}`, node(name, times.made)]),
      ),
    };
  }

  /** Starts to answer. */
  start(): Promise<TestCluster> {
    return answeringCluster((request, response) => void this.#answer(request, response));
  }

  /** One object. */
  at(path: string): Fields | undefined {
    return this.objects[path];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '' } = request;
    const [path = ''] = url.split('?');
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Fields;
    if (method === 'GET') {
      if (path === '/readyz') response.end('ok');
      else if (path.endsWith('/log')) response.end('its last words\n');
      else this.#send(response, this.#read(path));
      return;
    }
    if (this.isFull && path.includes('/kube-system/')) {
      const message = 'etcdserver: mvcc: database space exceeded';
      response.writeHead(500);
      response.end(JSON.stringify({ kind: 'Status', message }));
      return;
    }
    if (method === 'PATCH' && this.objects[path] === undefined) {
      this.#send(response, undefined);
      return;
    }
    this.#change(method, path, body);
    this.#send(response, {});
    this.onChange();
  }

  #send(response: ServerResponse, found: unknown): void {
    if (found === undefined) response.writeHead(404);
    response.end(JSON.stringify(found ?? {}));
  }

  #read(path: string): unknown {
    if (path.includes('/virtualmachineinstances/')) {
      const { spec } = (this.objects[path.replace('instances', 's')] ?? {}) as {
        spec?: { runStrategy: string };
      };
      return spec?.runStrategy === 'Always' ? {} : undefined;
    }
    if (path.endsWith('/cluster-info')) return { data: this.#signatures() };
    if (path.endsWith('/pods')) return { items: this.#pods() };
    if (path.endsWith('/virtualmachines') || path.endsWith('/jobs')) {
      const found = Object.keys(this.objects).filter((one) => one.startsWith(`${path}/`));
      return { items: found.map((one) => this.objects[one]) };
    }
    return this.objects[path];
  }

  #pods(): unknown[] {
    const job = this.objects[this.#job] as { spec?: { suspend: boolean } } | undefined;
    if (job?.spec?.suspend !== false || this.isPodGone) return [];
    const names = ['fetch', 'keep', 'write'];
    const ended = (exitCode: number) => ({ terminated: { exitCode } });
    const waiting = { waiting: { reason: 'PodInitializing' } };
    const at = names.indexOf(this.failing ?? '');
    const statuses = names.map((name, index) => ({
      name,
      state: index < at ? ended(0) : index === at ? ended(1) : waiting,
    }));
    const status = {
      initContainerStatuses: statuses.slice(0, 2),
      containerStatuses: statuses.slice(2),
    };
    return [{ metadata: { name: 'etcd-restore-x' }, status }];
  }

  #change(method: string, path: string, body: Fields): void {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (method === 'POST' && path.endsWith('/secrets')) {
      const { name: made } = body.metadata as { name: string };
      this.changes.push(`make ${made}`);
      this.objects[`${path}/${made}`] = body;
      return;
    }
    if (method === 'POST') {
      this.changes.push('make the Job');
      merge(body, {
        metadata: { uid: 'job', name: 'etcd-restore' },
        spec: { template: { metadata: {} } },
      });
      this.objects[this.#job] = body;
    }
    if (method === 'PATCH') {
      this.changes.push(`${name} ${JSON.stringify(body)}`);
      merge(this.objects[path] ?? {}, body);
      if (path === this.#job) this.#runJob(body);
    }
    if (method === 'DELETE') {
      const kind = path.includes('/nodes/') ? 'node' : '';
      this.changes.push(['delete', kind, name].filter((word) => word !== '').join(' '));
      Reflect.deleteProperty(this.objects, path);
      this.#makeAgain(path, name);
    }
  }

  #runJob({ spec }: Fields): void {
    if ((spec as Fields | undefined)?.suspend !== false || this.isSlow) return;
    const done = {
      completionTime: times.written,
      conditions: [{ type: 'Complete', status: 'True' }],
    };
    const failed = { failed: 1, conditions: [{ type: 'Failed', status: 'True' }] };
    merge(this.objects[this.#job] ?? {}, { status: this.failing === undefined ? done : failed });
  }

  /** The controller manager signs with each token that the cluster has. */
  #signatures(): Fields {
    return this.objects[token] === undefined ? {} : { 'jws-kubeconfig-abcdef': 'signature' };
  }

  /** Pools make another machine of a name, and kubelets another node, once the cluster knows their token. */
  #makeAgain(path: string, name: string): void {
    if (path.includes('/virtualmachines/')) {
      this.objects[path] = machine(name, times.anew, 'worker');
      if (this.objects[token] !== undefined) this.#joining.add(name);
    }
    if (path.includes('/nodes/') && this.#joining.has(name)) {
      this.objects[path] = node(name, times.anew);
    }
  }

  get #job(): string {
    return `/apis/batch/v1${namespace}/jobs/etcd-restore`;
  }

  #machine(name: string): string {
    return `/apis/kubevirt.io/v1${namespace}/virtualmachines/${name}`;
  }
}
