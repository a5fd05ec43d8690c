// SPDX-License-Identifier: Apache-2.0
import { renderKubeconfig } from '@strata/strata-provider';
import { processName } from '@strata/testing';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkPrograms, makeCertificate } from '../script-ground.ts';

export type Labels = Readonly<Record<string, string>>;

/** Objects that the servers of both clusters answer with. */
export interface World {
  readonly hosts: Record<string, Labels>;
  /** Host of each running VM. */
  readonly machines: Record<string, string>;
  readonly nodes: Record<string, Labels>;
  /** Changes that were made in the user cluster. */
  readonly patches: string[];
}

export interface FollowerSettings {
  /** Seconds between two rounds. @default '0.05' */
  readonly pause?: string;
  /** Last arguments of the container's command. @default ['zones'] */
  readonly args?: readonly string[];
  /** @default [] */
  readonly hostLabels?: readonly string[];
}

/** All programs that the script may call: the image of a container has few more. */
const programs = ['base64', 'cat', 'curl', 'date', 'sed', 'sleep'];

/** Returns metadata with its fields in the order of an API server: the name first, labels behind it. */
const metadataOf = (name: string, labels: Labels) => ({
  metadata: { name, uid: 'u', labels, annotations: { note: `  "name": "not-${name}"` } },
});

/**
 * Runs `follow-hosts.sh` itself, with curl, against two servers that answer as API servers do: the infra
 * cluster knows it by its token, the user cluster by its certificate.
 */
export class RunningFollower {
  /** Everything that the script has printed. */
  said = '';
  /** Requests to both servers, in order. */
  readonly asked: string[] = [];
  readonly script: ChildProcess;
  private readonly folder: string;
  private readonly servers: readonly Server[];

  private constructor(
    folder: string,
    servers: readonly Server[],
    asked: string[],
    script: ChildProcess,
  ) {
    this.folder = folder;
    this.servers = servers;
    this.asked = asked;
    this.script = script;
    script.stdout?.on('data', (data: Buffer) => (this.said += data.toString()));
    script.stderr?.on('data', (data: Buffer) => (this.said += data.toString()));
  }

  static async start(world: World, settings: FollowerSettings = {}): Promise<RunningFollower> {
    const folder = mkdtempSync(join(tmpdir(), 'follow-hosts-'));
    makeCertificate(folder);
    linkPrograms(join(folder, 'bin'), programs);
    const asked: string[] = [];
    const user = await serve({ folder, world, asked, isInfra: false });
    const infra = await serve({ folder, world, asked, isInfra: true });
    const env = writeFiles(folder, portOf(user), settings);
    const file = new URL('../follow-hosts.sh', import.meta.url).pathname;
    const script = spawn('/bin/sh', [file, ...(settings.args ?? ['zones'])], {
      env: {
        ...env,
        KUBERNETES_SERVICE_HOST: '127.0.0.1',
        KUBERNETES_SERVICE_PORT: String(portOf(infra)),
        PAUSE: settings.pause ?? '0.05',
      },
      detached: true,
    });
    return new RunningFollower(folder, [user, infra], asked, script);
  }

  async until(isSo: () => boolean): Promise<void> {
    const deadline = Date.now() + 20_000;
    while (!isSo()) {
      if (Date.now() > deadline) throw new Error(`not in time: ${this.said}`);
      await sleep(20);
    }
  }

  /** Waits until the script has looked at all nodes that many times, from now on. */
  async looks(count: number): Promise<void> {
    const begun = () =>
      this.asked.filter((one) => one === 'user GET /api/v1/nodes?pretty=true').length;
    const before = begun();
    await this.until(() => begun() > before + count);
  }

  /** Whether the script waits for its next round. */
  get isPausing(): boolean {
    const pid = String(this.script.pid);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return children.some((child) => processName(child) === 'sleep');
  }

  /** Stops the server of the user cluster: from now on it does not answer. */
  closeUserCluster(): void {
    this.servers[0]?.closeAllConnections();
    this.servers[0]?.close();
  }

  stop(): void {
    try {
      if (this.script.pid !== undefined) process.kill(-this.script.pid, 'SIGKILL');
    } catch {
      // All processes have ended already.
    }
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(this.folder, { recursive: true });
  }
}

/** Writes the files that the pod has, and returns the environment variables that lead to them. */
function writeFiles(
  folder: string,
  userPort: number,
  { hostLabels = [] }: FollowerSettings,
): Record<string, string> {
  for (const name of ['account', 'settings', 'work']) mkdirSync(join(folder, name));
  const pem = (name: string) => readFileSync(join(folder, name), 'utf8');
  writeFileSync(join(folder, 'account/ca.crt'), pem('ca.crt'));
  writeFileSync(join(folder, 'account/token'), 'token of the account');
  writeFileSync(join(folder, 'account/namespace'), 'cluster-demo');
  writeFileSync(join(folder, 'settings/host-labels'), hostLabels.map((key) => `${key}\n`).join(''));
  const kubeconfig = renderKubeconfig({
    endpoint: `https://127.0.0.1:${userPort}`,
    authorityPem: pem('ca.crt'),
    certificatePem: pem('ca.crt'),
    keyPem: pem('key.pem'),
    cluster: 'demo',
    user: 'cloud-controller-manager',
  });
  writeFileSync(join(folder, 'kubeconfig'), kubeconfig);
  return {
    PATH: join(folder, 'bin'),
    ACCOUNT: join(folder, 'account'),
    SETTINGS: join(folder, 'settings'),
    TENANT: join(folder, 'kubeconfig'),
    WORK: join(folder, 'work'),
  };
}

interface Side {
  readonly folder: string;
  readonly world: World;
  readonly asked: string[];
  readonly isInfra: boolean;
}

async function serve({ folder, world, asked, isInfra }: Side): Promise<Server> {
  const read = (name: string) => readFileSync(join(folder, name));
  const tls = { key: read('key.pem'), cert: read('ca.crt'), ca: read('ca.crt') };
  const server = createServer({ ...tls, requestCert: !isInfra }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(`${isInfra ? 'infra' : 'user'} ${request.method ?? ''} ${request.url ?? ''}`);
      const body = Buffer.concat(chunks).toString();
      if (request.method === 'PATCH') {
        patch(world, request, body);
        response.end('{}');
        return;
      }
      const found = isInfra ? answerOfInfra(world, request) : nodesOf(world, request);
      response.statusCode = found === undefined ? 404 : 200;
      response.end(`${JSON.stringify(found ?? { kind: 'Status', code: 404 }, null, 2)}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Applies a merge patch of labels. */
function patch(world: World, { url = '', headers }: IncomingMessage, body: string): void {
  world.patches.push(`${url} ${headers['content-type'] ?? ''} ${body}`);
  const name = url.split('/').at(-1) ?? '';
  const { metadata } = JSON.parse(body) as { metadata: { labels: Record<string, string | null> } };
  const merged = Object.entries({ ...world.nodes[name], ...metadata.labels });
  world.nodes[name] = Object.fromEntries(
    merged.flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  );
}

function nodesOf(world: World, { url, headers }: IncomingMessage): object {
  expect(url?.split('?')[1]).toBe('pretty=true');
  expect(headers.accept).toContain('as=PartialObjectMetadataList;');
  const items = Object.entries(world.nodes).map(([node, labels]) => metadataOf(node, labels));
  return { kind: 'PartialObjectMetadataList', metadata: { resourceVersion: '7' }, items };
}

function answerOfInfra(world: World, { url = '', headers }: IncomingMessage): object | undefined {
  const [path = '', query] = url.split('?');
  expect(query).toBe('pretty=true');
  const name = path.split('/').at(-1) ?? '';
  expect(headers.authorization).toBe('Bearer token of the account');
  if (path.startsWith('/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachineinstances/')) {
    const { [name]: nodeName } = world.machines;
    if (nodeName === undefined) return undefined;
    const spec = { affinity: { nodeName: 'not-this' } };
    return { apiVersion: 'kubevirt.io/v1', metadata: { name }, spec, status: { nodeName } };
  }
  expect(headers.accept).toContain('as=PartialObjectMetadata;');
  const { [name]: labels } = world.hosts;
  return labels === undefined ? undefined : metadataOf(name, labels);
}
