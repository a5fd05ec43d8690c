// SPDX-License-Identifier: Apache-2.0
import { createServer } from 'node:https';
import type { Endpoint } from '../boot/forward-connections.ts';
import { answerRequest } from './answer-request.ts';

/** Content of a mirror, and its TLS identity. */
export interface MirrorPlan {
  /** Folder that {@link file://./write-mirror.ts} has written. */
  readonly folder: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/**
 * Serves container images (as registries do) and files to download, over TLS.
 *
 * @see https://github.com/opencontainers/distribution-spec/blob/v1.1.1/spec.md#pull
 */
export async function serveMirror(plan: MirrorPlan, { host, port }: Endpoint): Promise<void> {
  const server = createServer(
    { cert: plan.certificatePem, key: plan.privateKeyPem },
    (request, response) => {
      console.log(new Date().toISOString(), request.method, request.url);
      answerRequest(plan.folder, request, response);
    },
  );
  await new Promise<void>((listening) => server.listen(port, host, listening));
}
