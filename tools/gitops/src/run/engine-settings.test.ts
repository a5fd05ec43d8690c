// SPDX-License-Identifier: Apache-2.0
import { engineSettings } from './engine-settings.ts';

test('what programs are made into lies in the folder of what can be made again', () => {
  expect(engineSettings({ STRATA_CACHE_DIR: '/cache' })).toMatchObject({
    NODE_COMPILE_CACHE: '/cache/node-compile-cache',
    STRATA_PROGRAM_BUNDLES: '/cache/program-bundles',
  });
});

test.each(['off', '', '/elsewhere'])('STRATA_PROGRAM_BUNDLES="%s" is kept', (own) => {
  const settings = engineSettings({ STRATA_CACHE_DIR: '/cache', STRATA_PROGRAM_BUNDLES: own });
  expect(settings.STRATA_PROGRAM_BUNDLES).toBe(own);
});
