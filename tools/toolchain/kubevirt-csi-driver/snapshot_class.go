// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	snapshotv1 "github.com/kubernetes-csi/external-snapshotter/client/v8/apis/volumesnapshot/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
)

// tenantClasses names the tenant's VolumeSnapshotClass of each infra one. As upstream, it is read once
// in the life of the process: a class that the tenant makes later is not named.
type tenantClasses struct {
	mutex  sync.Mutex
	byName map[string]string
}

// permittedClass is the infra VolumeSnapshotClass by which a snapshot is made, or "" for the infra
// cluster's default: getSnapshotClassNameFromVolumeClaimName.
func (i *infra) permittedClass(ctx context.Context, claim, wanted string) (string, error) {
	storageClass, err := i.classOfClaim(ctx, claim)
	if err != nil {
		klog.V(2).Infof("Error getting storage class name for claim %s in namespace %s: %v", claim, i.namespace, err)
		return "", errors.New("unable to determine volume snapshot class name for infra source volume")
	}
	const unable = "unable to determine volume snapshot class name for snapshot creation"
	rules := i.enforcement
	switch {
	case rules.AllowDefault:
		return "", nil
	case storageClass == "":
		return "", errors.New(unable + ", and default not allowed")
	case !rules.AllowAll && !slices.Contains(rules.AllowList, storageClass):
		return "", fmt.Errorf("%s, no valid snapshot classes found based on storage class [%s]", unable, storageClass)
	}
	byName, err := i.readTenantClasses(ctx)
	if err != nil {
		return "", err
	}
	mapped := rules.classesFor(storageClass)
	if slices.Contains(mapped, wanted) {
		return wanted, nil
	}
	if rules.AllowAll {
		return "", nil
	}
	valid := make([]string, len(mapped))
	for index, name := range mapped {
		valid[index] = byName[name]
	}
	switch {
	case len(valid) == 0:
		return "", errors.New(unable + ", no valid snapshot classes found")
	case wanted == "":
		return "", fmt.Errorf("%s, valid snapshot classes are %v", unable, valid)
	default:
		return "", fmt.Errorf("volume snapshot class %s is not compatible with PVC with storage class %s, valid snapshot classes for this pvc are %v", wanted, storageClass, valid)
	}
}

// classesFor are the infra snapshot classes of the first mapping that has the storage class.
func (e enforcement) classesFor(storageClass string) []string {
	for _, one := range e.Mapping {
		if slices.Contains(one.StorageClasses, storageClass) {
			return one.VolumeSnapshotClasses
		}
	}
	return nil
}

// readTenantClasses is upstream's buildStorageClassSnapshotClassMapping.
func (i *infra) readTenantClasses(ctx context.Context) (map[string]string, error) {
	i.mapping.mutex.Lock()
	defer i.mapping.mutex.Unlock()
	if i.mapping.byName != nil {
		return i.mapping.byName, nil
	}
	list, err := i.tenant.Resource(snapshotClasses).List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	byName := map[string]string{}
	for index := range list.Items {
		class, err := convert[snapshotv1.VolumeSnapshotClass](&list.Items[index])
		if err != nil {
			return nil, err
		}
		infraName, isGiven := class.Parameters[snapshotClassParameter]
		if _, isKnown := byName[infraName]; isGiven && !isKnown {
			byName[infraName] = class.Name
		}
	}
	i.mapping.byName = byName
	return byName, nil
}
