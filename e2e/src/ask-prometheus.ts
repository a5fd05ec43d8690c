// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { kubectl } from './environment.ts';

/**
 * Returns `data` of an answer of the platform's Prometheus, asked at its pod from inside the rack.
 *
 * @param path - below `/api/v1/`, such as `targets`
 * @see https://prometheus.io/docs/prometheus/latest/querying/api/
 */
export async function askPrometheus<T>(session: RackSession, path: string): Promise<T> {
  const ip = ['get', 'pod', 'prometheus-platform-0', '-n', 'monitoring'];
  const host = await kubectl(session, [...ip, '-o', 'jsonpath={.status.podIP}']);
  const script = `fetch('http://${host}:9090/api/v1/${path}').then((a) => a.text()).then(console.log)`;
  const { stdout } = await session.capture(['node', '--eval', script]);
  return (JSON.parse(stdout) as { readonly data: T }).data;
}
