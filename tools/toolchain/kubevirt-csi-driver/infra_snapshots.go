// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	snapshotv1 "github.com/kubernetes-csi/external-snapshotter/client/v8/apis/volumesnapshot/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
)

// snapshot is upstream's GetVolumeSnapshot: another tenant's is an error.
func (i *infra) snapshot(ctx context.Context, name string) (*snapshotv1.VolumeSnapshot, error) {
	found, err := fetch[snapshotv1.VolumeSnapshot](ctx, i.objects, snapshots, i.namespace, name)
	if err != nil {
		return nil, err
	}
	if !i.isOwn(found.Labels) {
		return nil, errInvalidSnapshot
	}
	return found, nil
}

// createSnapshot is upstream's CreateVolumeSnapshot. Without a class, the infra cluster's default for
// the volume's storage is taken.
func (i *infra) createSnapshot(ctx context.Context, name, volume, class string) (*snapshotv1.VolumeSnapshot, error) {
	permitted, err := i.permittedClass(ctx, volume, class)
	if err != nil {
		return nil, err
	}
	wanted := &snapshotv1.VolumeSnapshot{
		TypeMeta:   metav1.TypeMeta{APIVersion: "snapshot.storage.k8s.io/v1", Kind: "VolumeSnapshot"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: i.namespace, Labels: i.labels},
	}
	wanted.Spec.Source.PersistentVolumeClaimName = &volume
	if permitted != "" {
		wanted.Spec.VolumeSnapshotClassName = &permitted
	}
	return create(ctx, i, snapshots, wanted)
}

// awaitSnapshot is upstream's EnsureSnapshotReady.
func (i *infra) awaitSnapshot(ctx context.Context, name string) error {
	return i.await(ctx, func(ctx context.Context) (bool, error) {
		found, err := i.snapshot(ctx, name)
		if err != nil || found.Status == nil || found.Status.ReadyToUse == nil {
			return false, err
		}
		return *found.Status.ReadyToUse, nil
	})
}

// deleteSnapshot is upstream's DeleteVolumeSnapshot.
func (i *infra) deleteSnapshot(ctx context.Context, name string) error {
	if _, err := i.snapshot(ctx, name); apierrors.IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	return i.objects.Resource(snapshots).Namespace(i.namespace).Delete(ctx, name, metav1.DeleteOptions{})
}

// listSnapshots is upstream's ListVolumeSnapshots: all of this tenant.
func (i *infra) listSnapshots(ctx context.Context) ([]*snapshotv1.VolumeSnapshot, error) {
	selector, err := labels.ValidatedSelectorFromSet(i.labels)
	if err != nil {
		return nil, err
	}
	list, err := i.objects.Resource(snapshots).Namespace(i.namespace).List(ctx, metav1.ListOptions{LabelSelector: selector.String()})
	if err != nil {
		return nil, err
	}
	found := make([]*snapshotv1.VolumeSnapshot, len(list.Items))
	for index := range list.Items {
		if found[index], err = convert[snapshotv1.VolumeSnapshot](&list.Items[index]); err != nil {
			return nil, err
		}
	}
	return found, nil
}
