"""The OpenAPI document, generated from the routes and their types so that the two always agree."""

from wellwish.openapi.document import Contact, document, document_bytes, document_text
from wellwish.openapi.examples import EXAMPLES
from wellwish.openapi.names import operation_id

__all__ = ["EXAMPLES", "Contact", "document", "document_bytes", "document_text", "operation_id"]
