// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPrograms, makeCertificate } from '../../cloud/scripts/script-ground.ts';

/** A claim as it is in the API. */
export interface PlayedClaim {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly spec: object;
  readonly status: object;
}

/** A snapshot as it is in the API. */
export interface PlayedSnapshot {
  readonly metadata: {
    readonly name: string;
    readonly creationTimestamp: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly volumeSnapshotClassName?: string;
    readonly source: { readonly persistentVolumeClaimName: string };
  };
  readonly status?: object;
}

/** Objects of the namespace, and how the API and the storage answer. */
export interface SnapshotWorld {
  readonly claims: PlayedClaim[];
  readonly snapshots: PlayedSnapshot[];
  /** Status of a new snapshot, by the volume. */
  readonly statusOf: (volume: string) => object | undefined;
  /** Refusal of a request, if there is one. */
  readonly refuse: (method: string, name: string) => readonly [number, string] | undefined;
  readonly now: string;
}

/** All programs that the script may call: the image of the container has few more. */
const programs = ['cat', 'curl', 'grep', 'sed', 'sleep', 'sort', 'tr', 'wc'];
const root = '/apis/snapshot.storage.k8s.io/v1/namespaces/cluster-shop/volumesnapshots';
const claimsPath = '/api/v1/namespaces/cluster-shop/persistentvolumeclaims';

/** Sorts the keys of an object, as the API server does for objects of definitions. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : value;

function answer(
  world: SnapshotWorld,
  { method = '', url = '', headers }: IncomingMessage,
  body: string,
): readonly [number, unknown] {
  const { pathname, searchParams } = new URL(url, 'https://api');
  const name = pathname.split('/').at(-1) ?? '';
  const selector = searchParams.get('labelSelector');
  const refusal = world.refuse(method, method === 'POST' ? volumeOf(body) : name);
  if (headers.authorization !== 'Bearer token of the account') return [401, {}];
  if (refusal !== undefined) {
    const [code, message] = refusal;
    return [code, { kind: 'Status', metadata: {}, status: 'Failure', message, code }];
  }
  if (method === 'GET' && pathname === claimsPath) {
    if (selector !== 'cluster.x-k8s.io/cluster-name=shop') return [400, {}];
    return [
      200,
      { kind: 'PersistentVolumeClaimList', apiVersion: 'v1', metadata: {}, items: world.claims },
    ];
  }
  if (method === 'GET' && pathname === root) {
    if (selector !== 'strata.dev/backup-run') return [400, {}];
    return [
      200,
      sorted({
        apiVersion: 'snapshot.storage.k8s.io/v1',
        kind: 'VolumeSnapshotList',
        metadata: {},
        items: world.snapshots,
      }),
    ];
  }
  if (method === 'POST' && pathname === root) return create(world, body);
  const index = world.snapshots.findIndex(
    ({ metadata }) => pathname === `${root}/${metadata.name}`,
  );
  if (method !== 'DELETE' || index === -1) return [404, { message: `"${name}" not found` }];
  return [200, world.snapshots.splice(index, 1)[0]];
}

const volumeOf = (body: string) =>
  (JSON.parse(body) as PlayedSnapshot).spec.source.persistentVolumeClaimName;

function create(world: SnapshotWorld, body: string): readonly [number, unknown] {
  const asked = JSON.parse(body) as PlayedSnapshot;
  if (world.snapshots.some(({ metadata }) => metadata.name === asked.metadata.name)) {
    return [409, { message: 'already exists' }];
  }
  const status = world.statusOf(volumeOf(body));
  const made = {
    ...asked,
    metadata: { ...asked.metadata, creationTimestamp: world.now },
    ...(status !== undefined && { status }),
  };
  world.snapshots.push(made);
  return [201, made];
}

async function serve(folder: string, world: SnapshotWorld, asked: string[]): Promise<Server> {
  const tls = {
    key: readFileSync(join(folder, 'key.pem')),
    cert: readFileSync(join(folder, 'ca.crt')),
  };
  const server = createServer(tls, (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [code, found] = answer(world, request, Buffer.concat(chunks).toString());
      asked.push(`${request.method ?? ''} ${code}`);
      response.statusCode = code;
      response.end(`${JSON.stringify(found, null, 2)}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Result of a run: its exit code, and what it has printed. */
export interface SnapshotRun {
  readonly code: number | null;
  readonly said: readonly string[];
}

/** Runs `snapshot-volumes.sh` itself, with curl, against a server that answers as the API server does. */
export async function runSnapshots(
  world: SnapshotWorld,
  run: string,
  ...args: readonly string[]
): Promise<SnapshotRun> {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-volumes-'));
  makeCertificate(folder);
  linkPrograms(join(folder, 'bin'), programs);
  for (const name of ['account', 'work']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'account/ca.crt'), readFileSync(join(folder, 'ca.crt')));
  writeFileSync(join(folder, 'account/token'), 'token of the account');
  writeFileSync(join(folder, 'account/namespace'), 'cluster-shop');
  const server = await serve(folder, world, []);
  const script = new URL('../scripts/snapshot-volumes.sh', import.meta.url).pathname;
  const child = spawn('/bin/sh', [script, 'shop', ...args], {
    env: {
      PATH: join(folder, 'bin'),
      ACCOUNT: join(folder, 'account'),
      WORK: join(folder, 'work'),
      RUN: run,
      PAUSE: '1',
      PATIENCE: '1',
      KUBERNETES_SERVICE_HOST: '127.0.0.1',
      KUBERNETES_SERVICE_PORT: String((server.address() as AddressInfo).port),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => (said += data.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  return { code, said: said.split('\n').filter((line) => line !== '') };
}
