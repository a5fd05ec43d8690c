// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, type WriteStream } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { onChange, type Tell } from '../console.ts';
import { exitOf, signalGroup, startInGuest } from '../root/commands.ts';
import { parseManifest, staticProcess, type StaticProcess } from './static-pod.ts';

/** Milliseconds between two looks at the folder of manifests. */
const interval = 500;

/** Milliseconds before each restart in a row; the last value repeats. */
const restartDelays = [1_000, 2_000, 5_000, 10_000, 20_000] as const;

/** Milliseconds after which a running process counts as healthy again. */
const healthyAfter = 60_000;

/** Milliseconds between the polite signal and the kill. */
const stopGrace = 10_000;

/**
 * Returns the folder with the logs of a static pod, whose UID is the hash of its manifest.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/kuberuntime/helpers.go `BuildPodLogsDirectory`
 */
export function logFolderOf({ pod, hash }: Pick<StaticProcess, 'pod' | 'hash'>): string {
  const { namespace = 'default', name } = pod.metadata;
  return `/var/log/pods/${namespace}_${name}-${hostname()}_${hash}`;
}

/** One static pod: a process that is started again whenever it ends. */
class StaticPod {
  readonly process: StaticProcess;
  private readonly root: string;
  private readonly tell: Tell;
  private readonly logFolder: string;
  private readonly log: WriteStream;
  private child: ChildProcess | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private attempt = 0;
  private last = '';
  restarts = 0;

  constructor(root: string, process: StaticProcess, tell: Tell) {
    this.root = root;
    this.process = process;
    this.tell = tell;
    this.logFolder = join(root, logFolderOf(process));
    const folder = join(this.logFolder, process.pod.spec.containers[0]?.name ?? '');
    mkdirSync(folder, { recursive: true });
    this.log = createWriteStream(join(folder, '0.log'), { flags: 'a' });
  }

  get running(): boolean {
    return this.child !== undefined;
  }

  start(): void {
    const began = Date.now();
    const { command } = this.process;
    const env = { HOSTNAME: hostname(), ...this.process.env };
    const child = startInGuest(
      this.root,
      command,
      (line) => {
        this.last = line;
        this.log.write(`${line}\n`);
      },
      { env },
    );
    this.child = child;
    this.ended = exitOf(child).then((code) => {
      this.child = undefined;
      if (this.stopping) return;
      if (Date.now() - began > healthyAfter) this.attempt = 0;
      const delay = restartDelays[Math.min(this.attempt, restartDelays.length - 1)] ?? 0;
      this.attempt += 1;
      this.tell(`exited with status ${code}: ${this.last}; again in ${delay / 1000} s`);
      this.timer = setTimeout(() => {
        this.restarts += 1;
        this.start();
      }, delay);
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { child } = this;
    if (child !== undefined) {
      signalGroup(child, 'SIGTERM');
      const force = setTimeout(() => signalGroup(child, 'SIGKILL'), stopGrace);
      await this.ended;
      clearTimeout(force);
    }
    this.log.end();
  }

  /** Stops for ever, and removes what it has logged. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.logFolder, { recursive: true, force: true });
  }
}

/** State of a static pod that is reported to the API. */
export interface StaticPodState {
  readonly process: StaticProcess;
  readonly running: boolean;
  readonly restarts: number;
}

/**
 * The pods of a folder of manifests, each as a process. They outlive restarts of the kubelet, as
 * containers do.
 */
export class StaticPods {
  private readonly root: string;
  private readonly tell: Tell;
  private readonly pods = new Map<string, StaticPod>();
  private readonly complaints = new Map<string, (line: string | undefined) => void>();
  private timer: NodeJS.Timeout | undefined;
  private changing: Promise<void> = Promise.resolve();

  constructor(root: string, tell: Tell) {
    this.root = root;
    this.tell = tell;
  }

  get states(): StaticPodState[] {
    return [...this.pods.values()].map(({ process, running, restarts }) => ({
      process,
      running,
      restarts,
    }));
  }

  /** Watches a folder of manifests from now on. */
  follow(folder: string): void {
    clearInterval(this.timer);
    const look = () => {
      this.changing = this.changing.then(() => this.synchronize(folder));
    };
    this.timer = setInterval(look, interval);
    look();
  }

  /** Stops watching the folder; running pods continue. */
  leave(): void {
    clearInterval(this.timer);
  }

  /** Stops all pods, etcd last. */
  async stopAll(): Promise<void> {
    this.leave();
    await this.changing;
    const all = [...this.pods.values()];
    const ranks = [...new Set(all.map(({ process }) => process.stopRank))].sort((a, b) => b - a);
    for (const rank of ranks) {
      const now = all.filter(({ process }) => process.stopRank === rank);
      await Promise.all(now.map((pod) => pod.stop()));
    }
    this.pods.clear();
  }

  private async synchronize(folder: string): Promise<void> {
    const path = join(this.root, folder);
    const files = existsSync(path)
      ? readdirSync(path).filter((file) => /^[^.].*\.(ya?ml|json)$/.test(file))
      : [];
    for (const [file, pod] of this.pods) {
      if (files.includes(file)) continue;
      this.tell(`${file}: manifest is gone, stopping`);
      this.pods.delete(file);
      await pod.remove();
    }
    for (const file of files) {
      const complain =
        this.complaints.get(file) ?? onChange((line) => this.tell(`${file}: ${line}`));
      this.complaints.set(file, complain);
      try {
        await this.ensure(file, readFileSync(join(path, file), 'utf8'));
        complain(undefined);
      } catch (error) {
        complain((error as Error).message);
      }
    }
  }

  private async ensure(file: string, text: string): Promise<void> {
    const manifest = parseManifest(text);
    const current = this.pods.get(file);
    if (current?.process.hash === manifest.hash) return;
    const process = staticProcess(this.root, manifest);
    if (current !== undefined) {
      this.tell(`${file}: manifest has changed, restarting`);
      await current.remove();
    }
    const pod = new StaticPod(this.root, process, (line) => this.tell(`${file}: ${line}`));
    this.pods.set(file, pod);
    pod.start();
    this.tell(`${file}: started ${process.command[0] ?? ''}`);
  }
}
