// SPDX-License-Identifier: Apache-2.0
import type { Container, Probe } from './pod.ts';
import { ProbeRunner, type ProbeKind } from './probes.ts';

export interface ContainerProbesOptions {
  readonly container: Pick<Container, 'livenessProbe' | 'readinessProbe' | 'startupProbe'>;
  /** Runs a probe once; returns whether it passed. */
  readonly ask: (probe: Probe) => Promise<boolean>;
  /** Kills the container, which is then started again. */
  readonly kill: () => void;
  /** Called when `isReady` or `hasStarted` may have changed. */
  readonly onChange: () => void;
  /** Seconds to subtract from every probe's initial delay. @default 0 */
  readonly earlier?: number;
}

/**
 * All probes of one container: the readiness and liveness probes begin when the startup probe has
 * passed.
 *
 * @see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
 */
export class ContainerProbes {
  isReady = false;
  hasStarted = false;
  private readonly options: ContainerProbesOptions;
  private readonly startup: ProbeRunner | undefined;
  private readonly others: readonly ProbeRunner[];

  constructor(options: ContainerProbesOptions) {
    this.options = options;
    const { livenessProbe, readinessProbe, startupProbe } = options.container;
    this.startup = this.runner('startup', startupProbe, (passed) => {
      if (passed) this.hasPassedStart();
      else options.kill();
    });
    const others = [
      this.runner('readiness', readinessProbe, (passed) => this.become(passed)),
      this.runner('liveness', livenessProbe, (passed) => {
        if (!passed) options.kill();
      }),
    ];
    this.others = others.filter((runner) => runner !== undefined);
  }

  /** Begins the probes of a container that has just started. */
  begin(): void {
    this.end();
    if (this.startup === undefined) this.hasPassedStart();
    else this.startup.start();
  }

  /** Stops the probes of a container that no longer runs. */
  end(): void {
    this.startup?.stop();
    for (const runner of this.others) runner.stop();
    this.isReady = false;
    this.hasStarted = false;
  }

  private hasPassedStart(): void {
    this.startup?.stop();
    this.hasStarted = true;
    for (const runner of this.others) runner.start();
    this.become(this.options.container.readinessProbe === undefined);
  }

  private become(ready: boolean): void {
    this.isReady = ready;
    this.options.onChange();
  }

  private runner(
    kind: ProbeKind,
    probe: Probe | undefined,
    onVerdict: (passed: boolean) => void,
  ): ProbeRunner | undefined {
    if (probe === undefined) return undefined;
    const { ask, earlier = 0 } = this.options;
    const initialDelaySeconds = Math.max((probe.initialDelaySeconds ?? 0) - earlier, 0);
    return new ProbeRunner(kind, { ...probe, initialDelaySeconds }, () => ask(probe), onVerdict);
  }
}
