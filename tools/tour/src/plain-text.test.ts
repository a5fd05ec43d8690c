// SPDX-License-Identifier: Apache-2.0
import { plainText } from './plain-text.ts';

test('a comment reads as in a browser', () => {
  const comment =
    '## Strata preview of <code>95d44fdf94</code>\n\n<details><summary><b>shop</b></summary>\n\n' +
    '- pool &#34;web&#34;: adds 2 nodes &lt;now&gt; &amp;lt;\n\n</details>\n';
  expect(plainText(comment)).toEqual([
    '## Strata preview of 95d44fdf94',
    'shop',
    '- pool "web": adds 2 nodes <now> &lt;',
  ]);
});
