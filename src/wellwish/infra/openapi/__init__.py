"""The OpenAPI document, generated from the routes and their types so that the two always agree."""

from wellwish.infra.openapi.document import Contact, document, document_bytes, document_text
from wellwish.infra.openapi.examples import EXAMPLES
from wellwish.infra.openapi.names import operation_id

__all__ = ["EXAMPLES", "Contact", "document", "document_bytes", "document_text", "operation_id"]
