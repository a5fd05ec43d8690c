// SPDX-License-Identifier: Apache-2.0
import { LiveSource } from '../live/live-source.ts';
import { preparePage } from '../write-page.ts';
import { FleetFollower } from './fleet-follower.ts';
import { FleetServer } from './fleet-server.ts';

/**
 * Options of {@link serveFleet}: the environments to show, the port, and the source of live data.
 */
export interface ServeOptions {
  /** Root folder of the repository. */
  readonly root: string;
  /** Names of environments; empty means all. */
  readonly environments: readonly string[];
  /** Port of 127.0.0.1. */
  readonly port: number;
  /** Seconds between readings of clusters. */
  readonly seconds: number;
  /** Undefined: no cluster is read. */
  readonly live?: { readonly sandbox?: string };
}

/** Where messages go. */
export interface Terminal {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Serves the page on this machine alone, and keeps it up to date until `ended` resolves.
 *
 * @throws PlanError when the port is in use, or an environment is not there.
 */
export async function serveFleet(
  { environments, live, port, root, seconds }: ServeOptions,
  ended: Promise<unknown>,
  { say, warn }: Terminal,
): Promise<void> {
  const page = await preparePage('served');
  using source = live && new LiveSource({ root, ...live });
  let push = (): void => undefined;
  using follower = new FleetFollower({
    root,
    environments,
    live: source,
    seconds,
    onChange: () => push(),
    onProblem: (reason) => warn(`The files cannot be read, so the page stays as it was: ${reason}`),
  });
  await using server = await FleetServer.start({ port, page, fleet: () => follower.fleet });
  push = () => server.push();
  const what = live === undefined ? 'files' : `files, and clusters every ${seconds} seconds`;
  say(`${server.url} follows ${what}. Ctrl-C ends it.`);
  await ended;
}
