// SPDX-License-Identifier: Apache-2.0
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Api } from '../kubernetes/api.ts';
import type { ApiObject } from '../kubernetes/objects.ts';
import { Reconciler } from '../kubernetes/reconciler.ts';
import { watchObjects, type Watched } from '../kubernetes/watched.ts';
import { addRackAddress, removeRackAddress } from '../rack/bridge.ts';

interface Service extends ApiObject {
  readonly spec: {
    readonly clusterIP?: string;
    readonly ports?: readonly ServicePort[];
  };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly { ip?: string }[] } };
}

interface ServicePort {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
}

interface EndpointSlice extends ApiObject {
  /** The API server sends null for none. */
  readonly endpoints?:
    | readonly {
        readonly addresses: readonly string[];
        readonly conditions?: { readonly ready?: boolean };
      }[]
    | null;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[] | null;
}

/** One address and port of a Service that the rack answers for. */
interface Front {
  readonly address: string;
  readonly port: number;
  readonly service: Service;
  readonly portName: string;
}

interface Backend {
  readonly host: string;
  readonly port: number;
}

/** How long to try a backend before the next one, in milliseconds. */
const connectTimeout = 1_000;

/** For how long a backend that did not answer is tried after all others, in milliseconds. */
const avoidFor = 10_000;

/** After this much silence a connection is checked, in milliseconds: watches may be silent for long. */
const keepAliveAfter = 15_000;

/**
 * Plays the network's part of Services: the addresses that MetalLB's controller hands out, and
 * cluster addresses, are answered on the rack's bridge and carried to the ready endpoints.
 *
 * TCP only; NetworkPolicies are not enforced.
 */
export class ServiceProxy {
  private readonly log: (message: string) => void;
  private readonly reconciler: Reconciler;
  private readonly services: Watched<Service>;
  private readonly slices: Watched<EndpointSlice>;
  private readonly servers = new Map<string, Server>();
  private readonly addresses = new Set<string>();
  /** Why a front is not served, said once. */
  private readonly obstacles = new Map<string, string>();
  /** When backends last did not answer, by address and port. */
  private readonly silent = new Map<string, number>();
  /** Open connections to backends. */
  private readonly upstreams = new Set<Socket>();

  constructor(api: Api, log: (message: string) => void) {
    this.log = log;
    this.reconciler = new Reconciler(
      () => this.pass(),
      (error) => log(`service-proxy: ${error.message}`),
    );
    const trigger = () => this.reconciler.trigger();
    this.services = watchObjects(api, '/api/v1/services', trigger);
    this.slices = watchObjects(api, '/apis/discovery.k8s.io/v1/endpointslices', trigger);
  }

  async stop(): Promise<void> {
    await this.reconciler.stop();
    this.services.stop();
    this.slices.stop();
    for (const server of this.servers.values()) server.close();
    for (const upstream of this.upstreams) upstream.destroy();
  }

  private async pass(): Promise<void> {
    const fronts = new Map(
      this.services.list().flatMap((service) => frontsOf(service).map((f) => [frontKey(f), f])),
    );
    const addresses = new Set([...fronts.values()].map(({ address }) => address));
    for (const [key, server] of this.servers) {
      if (fronts.has(key)) continue;
      server.close();
      this.servers.delete(key);
    }
    for (const address of this.addresses) {
      if (addresses.has(address)) continue;
      await removeRackAddress(address);
      this.addresses.delete(address);
    }
    for (const address of addresses) {
      if (this.addresses.has(address)) continue;
      await addRackAddress(address);
      this.addresses.add(address);
    }
    for (const [key, front] of fronts) {
      if (!this.servers.has(key)) await this.open(key, front);
    }
    this.cutOff();
  }

  /** One front that cannot be served does not keep the others from it. */
  private async open(key: string, front: Front): Promise<void> {
    try {
      this.servers.set(key, await this.serve(front));
      this.obstacles.delete(key);
    } catch (error) {
      const { message } = error as Error;
      if (this.obstacles.get(key) !== message) this.log(`service-proxy: ${message}`);
      this.obstacles.set(key, message);
    }
  }

  /** A pod that is gone does not say so: its clients would wait until their own time is over. */
  private cutOff(): void {
    const present = new Set(
      this.slices
        .list()
        .flatMap(({ endpoints }) => endpoints ?? [])
        .flatMap(({ addresses }) => addresses),
    );
    for (const upstream of this.upstreams) {
      if (present.has(upstream.remoteAddress ?? '')) continue;
      upstream.destroy(new Error('the backend is gone'));
    }
  }

  private async serve(front: Front): Promise<Server> {
    const key = `${front.service.metadata.namespace ?? ''}/${front.service.metadata.name}`;
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      void this.carry(socket, this.backends(key, front.portName));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: front.address, port: front.port }, () => resolve());
    });
    return server;
  }

  /** Ready endpoints of a Service's port, in random order, those that were silent just now last. */
  private backends(key: string, portName: string): Backend[] {
    const [namespace = '', name = ''] = key.split('/');
    const slices = this.slices
      .list()
      .filter(
        ({ metadata }) =>
          metadata.namespace === namespace &&
          metadata.labels?.['kubernetes.io/service-name'] === name,
      );
    return slices
      .flatMap(({ endpoints, ports }) => {
        const port = ports?.find((candidate) => (candidate.name ?? '') === portName)?.port;
        if (port === undefined) return [];
        return (endpoints ?? [])
          .filter(({ conditions }) => conditions?.ready !== false)
          .flatMap(({ addresses }) => addresses.map((host) => ({ host, port })));
      })
      .map((backend) => ({ backend, order: Math.random() + (this.isSilent(backend) ? 1 : 0) }))
      .sort((a, b) => a.order - b.order)
      .map(({ backend }) => backend);
  }

  private isSilent({ host, port }: Backend): boolean {
    return Date.now() - (this.silent.get(`${host}:${port}`) ?? 0) < avoidFor;
  }

  private async carry(client: Socket, backends: readonly Backend[]): Promise<void> {
    for (const { host, port } of backends) {
      const upstream = await open(host, port);
      if (upstream === undefined) {
        this.silent.set(`${host}:${port}`, Date.now());
        continue;
      }
      this.upstreams.add(upstream);
      for (const socket of [client, upstream]) socket.setKeepAlive(true, keepAliveAfter);
      upstream.on('error', () => client.destroy());
      upstream.on('close', () => this.upstreams.delete(upstream));
      client.on('error', () => upstream.destroy());
      client.on('close', () => upstream.destroy());
      client.pipe(upstream).pipe(client);
      return;
    }
    client.destroy();
  }
}

async function open(host: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectTimeout });
    const fail = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('timeout', fail).once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0).off('error', fail).off('timeout', fail);
      resolve(socket);
    });
  });
}

/** Every address and TCP port at which a Service is to be reached. */
export function frontsOf(service: Service): Front[] {
  const { clusterIP } = service.spec;
  const own =
    clusterIP === undefined || clusterIP === 'None' || clusterIP === '' ? [] : [clusterIP];
  const balanced = (service.status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
  const ports = (service.spec.ports ?? []).filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  return [...own, ...balanced].flatMap((address) =>
    ports.map(({ port, name = '' }) => ({ address, port, service, portName: name })),
  );
}

function frontKey({ address, port, service, portName }: Front): string {
  const { namespace = '', name } = service.metadata;
  return `${address}:${port} ${namespace}/${name} ${portName}`;
}
