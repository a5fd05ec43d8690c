// SPDX-License-Identifier: Apache-2.0
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import type { Container, Probe } from './pod.ts';

/** Kubernetes' own defaults, in seconds and counts. */
const defaults = { period: 10, timeout: 1, success: 1, failure: 3 } as const;

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

/**
 * Milliseconds between two questions to a container that is not ready yet. A real kubelet waits a
 * whole period; here, that would only cost time.
 */
const eagerPace = 500;

/** Runs one probe of a container on its schedule and reports each change of its verdict. */
export class ProbeRunner {
  private readonly probe: Probe;
  private readonly kind: ProbeKind;
  private readonly check: () => Promise<boolean>;
  private readonly onVerdict: (passed: boolean) => void;
  private timer: NodeJS.Timeout | undefined;
  private successes = 0;
  private failures = 0;
  /** Number of starts. An answer to a question from before the last start is dropped. */
  private run = 0;

  constructor(
    kind: ProbeKind,
    probe: Probe,
    check: () => Promise<boolean>,
    onVerdict: (passed: boolean) => void,
  ) {
    this.kind = kind;
    this.probe = probe;
    this.check = check;
    this.onVerdict = onVerdict;
  }

  /** Starts the schedule anew, for a container that has just started. */
  start(): void {
    this.stop();
    this.successes = 0;
    this.failures = 0;
    // Respect the delay: some programs report ready before their webhooks are, and count on it.
    this.schedule((this.probe.initialDelaySeconds ?? 0) * 1_000);
  }

  stop(): void {
    this.run += 1;
    clearTimeout(this.timer);
  }

  private schedule(delay: number): void {
    this.timer = setTimeout(() => void this.tick(), delay);
  }

  private async tick(): Promise<void> {
    const run = this.run;
    const passed = await this.check();
    if (run !== this.run) return;
    this.successes = passed ? this.successes + 1 : 0;
    this.failures = passed ? 0 : this.failures + 1;
    const period = (this.probe.periodSeconds ?? defaults.period) * 1_000;
    const isEager = this.kind !== 'liveness' && this.successes === 0;
    this.schedule(isEager ? eagerPace : period);
    if (this.successes === (this.probe.successThreshold ?? defaults.success)) this.onVerdict(true);
    if (this.failures === this.failureThreshold(period)) this.onVerdict(false);
  }

  /**
   * Returns how many answers must fail. A container has as long to start as its probe says, however
   * often it is asked.
   */
  private failureThreshold(period: number): number {
    const threshold = this.probe.failureThreshold ?? defaults.failure;
    return this.kind === 'startup' ? Math.ceil((threshold * period) / eagerPace) : threshold;
  }
}

/**
 * Runs a probe once; returns whether it passed. Not played: probes by command (`exec`), which cannot
 * run from here, and by gRPC. Both always pass, so only the process itself is watched.
 */
export async function runProbe(probe: Probe, container: Container, host: string): Promise<boolean> {
  const timeout = (probe.timeoutSeconds ?? defaults.timeout) * 1_000;
  const port = portNumber(container, probe.httpGet?.port ?? probe.tcpSocket?.port);
  if (port === undefined) return true;
  return probe.httpGet === undefined
    ? canConnect(host, port, timeout)
    : answers(probe.httpGet, host, port, timeout);
}

/** Returns the number of a port, which may be given by name. */
export function portNumber(container: Container, port?: number | string): number | undefined {
  if (typeof port === 'number' || port === undefined) return port;
  return container.ports?.find(({ name }) => name === port)?.containerPort ?? Number(port);
}

function canConnect(host: string, port: number, timeout: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout });
    const end = (passed: boolean) => {
      socket.destroy();
      resolve(passed);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}

function answers(
  { path = '/', scheme = 'HTTP' }: NonNullable<Probe['httpGet']>,
  host: string,
  port: number,
  timeout: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    const send = scheme === 'HTTPS' ? httpsRequest : httpRequest;
    // A real kubelet does not check certificates in probes either.
    const options = { host, port, path, timeout, rejectUnauthorized: false, agent: false };
    const outgoing = send(options, (incoming) => {
      incoming.resume();
      const status = incoming.statusCode ?? 0;
      resolve(status >= 200 && status < 400);
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(false));
    outgoing.end();
  });
}
