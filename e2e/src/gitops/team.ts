// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { Pipeline } from './pipeline.ts';
import { startForge } from './played-forge.ts';
import type { PlayedForge } from './played-forge.ts';
import type { TeamRepository } from './team-repository.ts';

/** A forge that is played, as GitHub, and a runner inside the rack that reaches it. */
export interface Team extends Pick<PlayedForge, 'forge' | 'stop'> {
  readonly pipeline: Pipeline;
}

/**
 * Starts the forge and the runner of a team.
 *
 * @param folder - one of its own.
 * @param token - by which the workflows of the forge write comments.
 */
export async function startTeam(
  session: RackSession,
  folder: string,
  repository: TeamRepository,
  token: string,
): Promise<Team> {
  const { forge, stop, url } = await startForge(session, folder, 'github', { token, isBot: true });
  const seen = { repository: 'o/r', url, token };
  return { forge, pipeline: new Pipeline(folder, repository, session, seen), stop };
}
