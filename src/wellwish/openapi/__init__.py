"""The OpenAPI document, generated from the routes and their types so that the two always agree."""

from wellwish.openapi.document import document, document_text
from wellwish.openapi.examples import EXAMPLES
from wellwish.openapi.names import operation_id

__all__ = ["EXAMPLES", "document", "document_text", "operation_id"]
