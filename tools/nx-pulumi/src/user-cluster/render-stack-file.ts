// SPDX-License-Identifier: Apache-2.0
import { Document, type Pair, type Scalar, visit } from 'yaml';

/** Words above a key, by its path. */
const comments: Readonly<Record<string, string>> = {
  'user-cluster:kubernetes.podCidr': ' No other cluster of the environment has these addresses.',
  'user-cluster:controlPlane.endpoint.address':
    " Where the API is; it stays for the cluster's life.",
  'user-cluster:pools.0.replicas': ' Scaling is this one number.',
  'user-cluster:deletion.protect': ' A destroy is refused as long as this is true.',
};

/** The text of a stack's file: YAML with the words that its reader needs. */
export function renderStackFile(title: string, config: Readonly<Record<string, unknown>>): string {
  const document = new Document({ config }, { aliasDuplicateObjects: false });
  document.commentBefore = ` ${title}`;
  visit(document, {
    Pair(_, pair, ancestors) {
      const { key } = pair as Pair<Scalar<string>>;
      const names = ancestors.flatMap((node, index) => {
        const parent = ancestors[index - 1];
        if ('key' in node) return [String((node.key as Scalar).value)];
        if (parent !== undefined && 'items' in parent && !('key' in node)) {
          const position = (parent.items as unknown[]).indexOf(node);
          return position >= 0 && parent.constructor.name === 'YAMLSeq' ? [String(position)] : [];
        }
        return [];
      });
      const path = [...names.slice(1), key.value].join('.');
      const comment = comments[path];
      if (comment !== undefined) key.commentBefore = comment;
    },
  });
  return document.toString({ lineWidth: 100 });
}
