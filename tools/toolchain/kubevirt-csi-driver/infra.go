// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	cdiv1 "kubevirt.io/containerized-data-importer-api/pkg/apis/core/v1beta1"
)

var (
	dataVolumes     = schema.GroupVersionResource{Group: "cdi.kubevirt.io", Version: "v1beta1", Resource: "datavolumes"}
	machines        = schema.GroupVersionResource{Group: "kubevirt.io", Version: "v1", Resource: "virtualmachines"}
	instances       = schema.GroupVersionResource{Group: "kubevirt.io", Version: "v1", Resource: "virtualmachineinstances"}
	claims          = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}
	volumes         = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumes"}
	snapshots       = schema.GroupVersionResource{Group: "snapshot.storage.k8s.io", Version: "v1", Resource: "volumesnapshots"}
	snapshotClasses = schema.GroupVersionResource{Group: "snapshot.storage.k8s.io", Version: "v1", Resource: "volumesnapshotclasses"}
)

// infraKinds are those that it reads or changes on the infra cluster.
var infraKinds = []schema.GroupVersionResource{dataVolumes, machines, instances, claims, volumes, snapshots}

var (
	errInvalidVolume   = errors.New("invalid volume name")
	errInvalidSnapshot = errors.New("invalid snapshot name")
)

// limits are how long the driver tries and waits.
type limits struct {
	// firstPause is between the first two of five attempts to change a machine; it doubles each time.
	firstPause time.Duration
	// poll is how often it looks whether the infra cluster has done what it was asked for.
	poll time.Duration
	// patience is how long it does that.
	patience time.Duration
}

var upstreamLimits = limits{firstPause: time.Second, poll: time.Second, patience: 2 * time.Minute}

// changeMachine puts options to a subresource of a virtualmachines or virtualmachineinstances object.
type changeMachine func(ctx context.Context, resource, name, subresource string, options any) error

// infra is what the driver does on the infra cluster, in one namespace: pkg/kubevirt/client.go.
type infra struct {
	objects     dynamic.Interface
	tenant      dynamic.Interface
	change      changeMachine
	namespace   string
	labels      map[string]string
	prefix      string
	enforcement enforcement
	limits      limits
	mapping     tenantClasses
}

// fetch gets one object of the namespace; namespace is empty for what is in none.
func fetch[T any](ctx context.Context, client dynamic.Interface, kind schema.GroupVersionResource, namespace, name string) (*T, error) {
	found, err := client.Resource(kind).Namespace(namespace).Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return nil, err
	}
	return convert[T](found)
}

func convert[T any](from *unstructured.Unstructured) (*T, error) {
	into := new(T)
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(from.Object, into); err != nil {
		return nil, err
	}
	return into, nil
}

// create makes an object in the namespace and returns it as the API server has it.
func create[T any](ctx context.Context, i *infra, kind schema.GroupVersionResource, object *T) (*T, error) {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, err
	}
	made, err := i.objects.Resource(kind).Namespace(i.namespace).Create(ctx, &unstructured.Unstructured{Object: content}, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	return convert[T](made)
}

// isOwn says whether an object carries all labels of this tenant: containsLabels.
func (i *infra) isOwn(labels map[string]string) bool {
	for key, value := range i.labels {
		if labels[key] != value {
			return false
		}
	}
	return true
}

// dataVolume is upstream's GetDataVolume: another tenant's, or a disk of a machine, is an error.
func (i *infra) dataVolume(ctx context.Context, name string) (*cdiv1.DataVolume, error) {
	found, err := fetch[cdiv1.DataVolume](ctx, i.objects, dataVolumes, i.namespace, name)
	if err != nil {
		return nil, err
	}
	if !i.isOwn(found.Labels) || !strings.HasPrefix(found.Name, i.prefix) {
		return nil, errInvalidVolume
	}
	return found, nil
}

// createDataVolume is upstream's CreateDataVolume.
func (i *infra) createDataVolume(ctx context.Context, volume *cdiv1.DataVolume) (*cdiv1.DataVolume, error) {
	if !strings.HasPrefix(volume.Name, i.prefix) {
		return nil, errInvalidVolume
	}
	return create(ctx, i, dataVolumes, volume)
}

// deleteDataVolume is upstream's DeleteDataVolume: one that is gone is deleted.
func (i *infra) deleteDataVolume(ctx context.Context, name string) error {
	if _, err := i.dataVolume(ctx, name); apierrors.IsNotFound(err) {
		return nil
	} else if err != nil {
		return err
	}
	return i.objects.Resource(dataVolumes).Namespace(i.namespace).Delete(ctx, name, metav1.DeleteOptions{})
}
