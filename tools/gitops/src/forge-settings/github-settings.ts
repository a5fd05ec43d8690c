// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import type { ForgeAccess } from '../forge/forge.ts';
import { gitHubConnection, refusalOf } from '../forge/github-connection.ts';

const notFound = 404;

/** @see https://docs.github.com/en/rest/actions/secrets#list-environment-secrets */
export const secrets = z.looseObject({ secrets: z.array(z.looseObject({ name: z.string() })) });

/** Reads a path below `/repos/{owner}/{repo}`; undefined: it does not exist. */
export type Ask = <T>(path: string, shape: z.ZodType<T>) => Promise<T | undefined>;

/** Returns a reader of the settings of a GitHub repository. */
export function gitHubSettings(access: ForgeAccess): Ask {
  const { attempt, client, here } = gitHubConnection(access);
  return (path, shape) =>
    attempt('read settings', async () => {
      try {
        const route = `GET /repos/{owner}/{repo}${path}`;
        return shape.parse((await client.request(route, { ...here, per_page: 100 })).data);
      } catch (error) {
        if (refusalOf(error).status === notFound && path !== '') return undefined;
        throw error;
      }
    });
}
