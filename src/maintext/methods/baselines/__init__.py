"""BASELINES: what the five papers compare with, by name. They are there for comparison, and are no part of METHODS."""

from types import MappingProxyType

from maintext.methods.baselines.alexjc import LineDensity
from maintext.methods.baselines.bte import BodyTextExtraction
from maintext.methods.baselines.ccb import AdaptedContentCodeBlurring, ContentCodeBlurring, TokenContentCodeBlurring
from maintext.methods.baselines.dana import Dana
from maintext.methods.baselines.density import Density
from maintext.methods.baselines.dsc import AdvancedDocumentSlopeCurve, DocumentSlopeCurve
from maintext.methods.baselines.feature_extractor import FeatureExtractor, KFeatureExtractor
from maintext.methods.baselines.lqf import LinkQuotaFilter
from maintext.methods.baselines.lsi import LargestSizeIncrease
from maintext.methods.baselines.r2l import RightToLeft
from maintext.methods.baselines.zhou import ParagraphLength
from maintext.methods.protocol import Method

BASELINES: MappingProxyType[str, Method] = MappingProxyType(
    {
        "bte": BodyTextExtraction(),
        "dsc": DocumentSlopeCurve(),
        "adsc": AdvancedDocumentSlopeCurve(),
        "lqf": LinkQuotaFilter(),
        "ccb": ContentCodeBlurring(),
        "accb": AdaptedContentCodeBlurring(),
        "tccb": TokenContentCodeBlurring(),
        "density": Density(),
        "fe": FeatureExtractor(),
        "kfe": KFeatureExtractor(),
        "lsi": LargestSizeIncrease(),
        "zhou": ParagraphLength(),
        "alexjc": LineDensity(),
        "r2l": RightToLeft(),
        "dana": Dana(),
    }
)
