// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
)

// claim is upstream's GetPersistentVolumeClaim.
func (i *infra) claim(ctx context.Context, name string) (*corev1.PersistentVolumeClaim, error) {
	found, err := fetch[corev1.PersistentVolumeClaim](ctx, i.objects, claims, i.namespace, name)
	if err != nil {
		klog.Errorf("Error getting volume claim %s in namespace %s: %v", name, i.namespace, err)
		return nil, err
	}
	if !i.isOwn(found.Labels) || !strings.HasPrefix(found.Name, i.prefix) {
		return nil, errInvalidVolume
	}
	return found, nil
}

// expandClaim is upstream's ExpandPersistentVolumeClaim: a claim that is larger stays as it is.
func (i *infra) expandClaim(ctx context.Context, name string, bytes int64) error {
	found, err := i.claim(ctx, name)
	if err != nil {
		return err
	}
	wanted := *resource.NewQuantity(bytes, resource.DecimalSI)
	if found.Spec.Resources.Requests.Storage().Cmp(wanted) >= 0 {
		return nil
	}
	patch := fmt.Sprintf(`[{"op":"add","path":"/spec/resources/requests/storage","value":"%d" }]`, bytes)
	_, err = i.objects.Resource(claims).Namespace(i.namespace).Patch(ctx, name, types.JSONPatchType, []byte(patch), metav1.PatchOptions{})
	return err
}

// awaitGrowth is upstream's EnsureControllerResize: it needs to get PersistentVolumes.
func (i *infra) awaitGrowth(ctx context.Context, name string) error {
	found, err := i.claim(ctx, name)
	if err != nil {
		return err
	}
	wanted := found.Spec.Resources.Requests[corev1.ResourceStorage]
	return i.await(ctx, func(ctx context.Context) (bool, error) {
		volume, err := fetch[corev1.PersistentVolume](ctx, i.objects, volumes, "", found.Spec.VolumeName)
		if err != nil {
			return false, fmt.Errorf("error fetching pv %q for resizing %v", found.Spec.VolumeName, err)
		}
		size := volume.Spec.Capacity[corev1.ResourceStorage]
		return size.Cmp(wanted) >= 0, nil
	})
}

// classOfClaim is upstream's getStorageClassNameFromClaimName, which does not ask whose claim it is.
func (i *infra) classOfClaim(ctx context.Context, name string) (string, error) {
	found, err := fetch[corev1.PersistentVolumeClaim](ctx, i.objects, claims, i.namespace, name)
	if err != nil {
		klog.Errorf("Error getting volume claim %s in namespace %s: %v", name, i.namespace, err)
		return "", err
	}
	if found.Spec.StorageClassName == nil {
		return "", nil
	}
	return *found.Spec.StorageClassName, nil
}
