// SPDX-License-Identifier: Apache-2.0

// Package virttemplate talks to the API of template.kubevirt.io.
package virttemplate

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"

	"kubevirt.io/virt-template-api/core/v1beta1"
)

// Clientset has one client for each version of the API.
type Clientset struct {
	templateV1beta1 TemplateV1beta1Client
}

// TemplateV1beta1 is the client for template.kubevirt.io/v1beta1.
func (c *Clientset) TemplateV1beta1() *TemplateV1beta1Client {
	return &c.templateV1beta1
}

// TemplateV1beta1Client is a REST client that knows the types of one version.
type TemplateV1beta1Client struct {
	client rest.Interface
}

func (c *TemplateV1beta1Client) RESTClient() rest.Interface {
	return c.client
}

// NewForConfig makes the clients; it does not connect.
func NewForConfig(config *rest.Config) (*Clientset, error) {
	scheme := runtime.NewScheme()
	if err := v1beta1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	codecs := serializer.NewCodecFactory(scheme)
	own := rest.CopyConfig(config)
	own.APIPath = "/apis"
	own.GroupVersion = &v1beta1.GroupVersion
	own.NegotiatedSerializer = codecs.WithoutConversion()
	if own.UserAgent == "" {
		own.UserAgent = rest.DefaultKubernetesUserAgent()
	}
	client, err := rest.RESTClientFor(own)
	if err != nil {
		return nil, err
	}
	return &Clientset{templateV1beta1: TemplateV1beta1Client{client}}, nil
}
