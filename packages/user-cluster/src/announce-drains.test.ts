// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { announceDrains } from './announce-drains.ts';
import { testContext } from './test-context.ts';

const info = jest.spyOn(pulumi.log, 'info').mockResolvedValue();
const isPreview = jest.spyOn(pulumi.runtime, 'isDryRun');
afterAll(() => {
  info.mockRestore();
  isPreview.mockRestore();
});

test('a preview says what machines do when their host is drained, and why; an update says nothing', async () => {
  isPreview.mockReturnValue(false);
  await announceDrains(testContext());
  expect(info).not.toHaveBeenCalled();
  isPreview.mockReturnValue(true);
  await announceDrains(testContext());
  const lines = [
    'When a host is drained:',
    'cp: 1 machine migrates',
    'md-a: 2 machines drain: its interface is bridged to the pod network, whose address stays behind',
  ];
  expect(info.mock.calls).toEqual([[lines.join('\n  ')]]);
});
